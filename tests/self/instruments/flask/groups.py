"""Academic years, classes, cohorts, tests, and who is in which."""

import sqlite3
import uuid

from flask import Blueprint, request
from reading import ids, page, payload, text, uuid_of
from store import moment, now, places, store
from werkzeug.exceptions import BadRequest, Conflict, NotFound

groups = Blueprint("groups", __name__)
PATHS = {"class": "/classes", "cohort": "/smart-ia/cohorts"}


def render_year(row):
    return {"academicYearId": row["id"], "name": row["name"], "startDate": moment(row["starts"]), "endDate": moment(row["ends"])}


def current_year():
    year = store().execute("select * from year where starts <= ?1 and ends >= ?1", [now()]).fetchone()
    if not year:
        raise NotFound("There is no current academic year.")
    return year


@groups.get("/academic-years")
def list_years():
    return {"data": [render_year(row) for row in store().execute("select * from year order by starts")]}


@groups.get("/academic-years/current")
def get_current_year():
    return {"academicYear": render_year(current_year())}


@groups.get("/academic-years/<uuid:key>")
def get_year(key):
    return {"academicYear": render_year(one("year", str(key)))}


def one(table, key, kind=None):
    """A row by its id; NotFound where there is none."""
    row = store().execute(f"select * from {table} where id = ?", [key]).fetchone()
    if not row or (kind and row["kind"] != kind):
        raise NotFound(f"There is no such {kind or table}.")
    return row


def all_exist(table, keys, kind=None):
    """NotFound unless each id names a row."""
    wanted = sorted(set(keys))
    where = f"id in {places(wanted)}" + (f" and kind = '{kind}'" if kind else "")
    if store().execute(f"select count(*) from {table} where {where}", wanted).fetchone()[0] != len(wanted):
        raise NotFound("One of the ids names nothing.")


def render(row):
    kind = row["kind"]
    query = "select * from cohort_test join test on test.id = test where cohort = ? order by name"
    tests = [
        {"testId": t["test"], "testVersionId": t["version"], "name": t["name"], "subject": t["subject"], "activationStatus": t["state"]}
        for t in store().execute(query, [row["id"]])
    ]
    answer = {f"{kind}Id": row["id"], "name": row["name"], "academicYearId": row["year"]}
    if row["description"]:
        answer["description"] = row["description"]
    return {**answer, "tests": tests} if tests else answer


def list_groups(kind):
    where, values = ["kind = ?"], [kind]
    if "search" in request.args:
        where.append("fold(name) = fold(?)")
        values.append(request.args["search"])
    year = request.args.get("academicYearId")
    if year is not None:
        where.append("year = ?")
        values.append(current_year()["id"] if year == "current" else uuid_of(year, "academicYearId"))
    return page("grp", where, values, "fold(name), id", request.args, render)


def create_group(kind):
    given = payload(kind)
    name, about = text(given, "title", True, 120), text(given, "about", most=500)
    year = given.get("academicYearId")
    year = current_year()["id"] if year is None else uuid_of(year, "academicYearId")
    if not store().execute("select 1 from year where id = ?", [year]).fetchone():
        raise BadRequest("There is no such academic year.")
    key = str(uuid.uuid4())
    try:
        store().execute("insert into grp values (?, ?, ?, ?, ?, ?)", [key, kind, name, about, year, now()])
    except sqlite3.IntegrityError as error:
        raise Conflict(f"This {kind} exists already.") from error
    return {kind: render(one("grp", key))}, 201


def get_group(kind, key):
    return {kind: render(one("grp", str(key), kind))}


def assign(accounts, among, part, out):
    """Puts accounts into groups, or takes them out."""
    statement = (
        "delete from member where account = ? and grp = ? and part = ?"
        if out
        else "insert or ignore into member values (?, ?, ?)"
    )
    store().executemany(statement, [(account, group, part) for account in accounts for group in among])


def change_members(kind, part, most, key):
    one("grp", str(key), kind)
    users = ids(payload().get("userIds"), "userIds", 1 if most else 0, most)
    all_exist("account", users)
    assign(users, [str(key)], part, request.method == "DELETE")
    return "", 204


@groups.route("/smart-ia/cohorts/<uuid:key>/tests", methods=["POST", "DELETE"])
def change_tests(key):
    one("grp", str(key), "cohort")
    tests = ids(payload().get("testIds"), "testIds")
    all_exist("test", tests)
    statement = (
        "delete from cohort_test where cohort = ? and test = ?"
        if request.method == "DELETE"
        else "insert or ignore into cohort_test values (?, ?, 'open')"
    )
    store().executemany(statement, [(str(key), test) for test in tests])
    return "", 204


@groups.get("/smart-ia/tests")
def list_tests():
    rows = store().execute("select * from test order by name")
    return {"data": [{"testId": row["id"], "name": row["name"], "subject": row["subject"]} for row in rows]}


for _kind, _path in PATHS.items():
    _named = {"kind": _kind}
    groups.get(_path, defaults=_named, endpoint=f"list {_kind}")(list_groups)
    groups.post(_path, defaults=_named, endpoint=f"create {_kind}")(create_group)
    groups.get(f"{_path}/<uuid:key>", defaults=_named, endpoint=f"get {_kind}")(get_group)
for _kind, _part, _method, _most in [
    ("class", "student", "POST", 100),
    ("class", "student", "DELETE", None),
    ("class", "teacher", "POST", 100),
    ("class", "teacher", "DELETE", 100),
    ("cohort", "cohort", "POST", None),
    ("cohort", "cohort", "DELETE", None),
]:
    _path = f"{PATHS[_kind]}/<uuid:key>/{'teachers' if _part == 'teacher' else 'students'}"
    _named = {"kind": _kind, "part": _part, "most": _most}
    groups.route(_path, methods=[_method], defaults=_named, endpoint=f"{_method} {_part}")(change_members)
