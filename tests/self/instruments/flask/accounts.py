"""Users: found, created, changed."""

import json
import uuid

from flask import Blueprint, request
from groups import all_exist, assign, one
from reading import among, choice, day, email, ids, page, payload, text, texts
from store import moment, now, store
from werkzeug.exceptions import BadRequest, NotFound

accounts = Blueprint("accounts", __name__)
ROLES = ["Learner", "Tutor", "Manager"]
GENDERS = ["F", "M", "X"]
FILTERS = {"userId": "id", "upn": "upn", "externalId": "external_id", "username": "username"}
ORDERS = {"createdAt": "created", "familyName": "fold(last_name)"}


def groups_of(row, kind):
    query = "select distinct grp from member join grp on grp.id = grp where account = ? and kind = ? order by grp"
    return [found["grp"] for found in store().execute(query, [row["id"], kind])]


def render(row):
    """A user as answers show one; what is empty is left out."""
    every = {
        "userId": row["id"],
        "username": row["username"],
        "upn": row["upn"],
        "roles": json.loads(row["role"]),
        "externalId": row["external_id"],
        "fullName": " ".join(filter(None, [row["first_name"], row["last_name"]])),
        "firstName": row["first_name"],
        "lastName": row["last_name"],
        "emails": json.loads(row["emails"]),
        "gender": row["gender"],
        "dateOfBirth": row["born"],
        "createdAt": moment(row["created"]),
        "updatedAt": moment(row["updated"]),
        "suspended": not row["active"],
        "classIds": groups_of(row, "class"),
        "cohortIds": groups_of(row, "cohort"),
    }
    return {name: value for name, value in every.items() if value}


def answer(key):
    return {"user": render(one("account", key))}


def find(given, lists, single, sort):
    where, values = [], []

    def add(condition, bound):
        where.append(condition)
        values.extend(bound)

    for column, wanted in lists:
        add(*among(column, wanted))
    if single.get("email") is not None:
        add("exists (select 1 from json_each(emails) where fold(value) = fold(?))", [text(single, "email")])
    if choice(single, "role", ROLES):
        add("exists (select 1 from json_each(role) where value = ?)", [single["role"]])
    if single.get("name") is not None:
        name = text(single, "name")
        add("instr(fold(first_name || ' ' || coalesce(last_name, '')), fold(?)) > 0", [name])
    field = ORDERS[choice(sort, "field", list(ORDERS)) or "createdAt"]
    way = choice(sort, "direction", ["asc", "desc"]) or "desc"
    return page("account", where, values, f"{field} {way}, id {way}", given, render)


@accounts.get("/users")
def list_users():
    asked = {name: request.args.getlist(name) for name in FILTERS if name in request.args}
    read = {name: ids(v, name, 1, 30) if name == "userId" else texts(v, name, 30) for name, v in asked.items()}
    sort = {part: request.args[f"sort[{part}]"] for part in ("field", "direction") if f"sort[{part}]" in request.args}
    return find(request.args, [(FILTERS[name], v) for name, v in read.items()], request.args, sort)


@accounts.post("/users/search")
def search_users():
    body = payload()
    search, sort = (body.get(name) or {} for name in ("search", "sort"))
    if not isinstance(search, dict) or not isinstance(sort, dict):
        raise BadRequest("search and sort have to be objects.")
    lists = []
    for name, column in FILTERS.items():
        wanted = search.get(f"{name}s")
        if wanted is not None:
            lists.append((column, ids(wanted, name) if name == "userId" else texts(wanted, name)))
    return find(body, lists, search, sort)


def create(role, part):
    given = payload(part)
    key, made, mail = str(uuid.uuid4()), now(), email(given, "mail")
    first, last = text(given, "givenName", True), text(given, "familyName", True)
    row = [
        key,
        text(given, "login") or f"user-{key}",
        text(given, "upn"),
        json.dumps([role]),
        text(given, "externalId"),
        first,
        last,
        json.dumps([mail] if mail else []),
        choice(given, "gender", GENDERS),
        day(given, "born"),
        made,
        made,
        1,
    ]
    password(given, "password", False)
    store().execute(f"insert into account values ({', '.join('?' * len(row))})", row)
    return answer(key), 201


def password(given, name, required=True):
    value = text(given, name, required, 64)
    if value is not None and len(value) < 10:
        raise BadRequest("A password has 10 characters or more.")


def account(key, role=None):
    row = one("account", str(key))
    if role and role not in json.loads(row["role"]):
        raise NotFound("There is no such user.")
    return row


def change(key, columns, role=None):
    account(key, role)
    sets = ", ".join(f"{column} = ?" for column in [*columns, "updated"])
    store().execute(f"update account set {sets} where id = ?", [*columns.values(), now(), str(key)])
    return answer(str(key))


@accounts.patch("/students/<uuid:key>/details")
def set_details(key):
    given = payload("details")
    sets = {"born": day(given, "born"), "gender": choice(given, "gender", GENDERS)}
    sets = {column: value for column, value in sets.items() if value}
    if not sets:
        raise BadRequest("There is nothing to change.")
    return change(key, sets, "Learner")


@accounts.put("/users/<uuid:key>/name")
def set_name(key):
    given = payload("name")
    return change(key, {"first_name": text(given, "givenName", True), "last_name": text(given, "familyName", True)})


@accounts.put("/users/<uuid:key>/password")
def set_password(key):
    password(payload("password"), "value")
    return change(key, {})


@accounts.put("/users/<uuid:key>/emails/primary")
def set_address(key):
    return change(key, {"emails": json.dumps([email(payload("email"), "address", True)])})


@accounts.put("/users/<uuid:key>/external-id")
def set_external_id(key):
    return change(key, {"external_id": text(payload("identifier"), "externalId", True)})


@accounts.post("/users/<uuid:key>/enable")
def enable(key):
    return change(key, {"active": 1})


@accounts.post("/users/<uuid:key>/disable")
def disable(key):
    return change(key, {"active": 0})


def change_groups(key, role, kind, part):
    account(key, role)
    words = "classes" if kind == "class" else "cohorts"
    wanted = ids(payload().get(words), words, 1)
    all_exist("grp", wanted, kind)
    assign([str(key)], wanted, part, request.method == "DELETE")
    return answer(str(key))


for _path, _part, _role in [("/students", "student", "Learner"), ("/teachers", "teacher", "Tutor")]:
    accounts.post(_path, defaults={"role": _role, "part": _part}, endpoint=f"create {_part}")(create)
    _named = {"role": _role, "kind": "class", "part": _part}
    accounts.route(f"{_path}/<uuid:key>/classes", methods=["POST", "DELETE"], defaults=_named, endpoint=f"{_part} classes")(change_groups)
accounts.post("/students/<uuid:key>/cohorts", defaults={"role": "Learner", "kind": "cohort", "part": "cohort"})(change_groups)
