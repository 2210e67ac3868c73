"""Initial-assessment sessions, and study sessions."""

from flask import Blueprint, request
from reading import among, choice, ids, milliseconds, page, payload, texts
from store import moment
from werkzeug.exceptions import BadRequest

sittings = Blueprint("sittings", __name__)
OPERATORS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
COLUMNS = {"startDate": "starts", "endDate": "ends"}
STATUSES = ["in_progress", "completed"]
IN_QUERY = {"userId": "account", "testId": "test", "subject": "subject"}
IN_BODY = {"learners": "account", "tests": "test", "subjects": "subject"}
SOURCE = """(select sitting.*, username, first_name, last_name, name, subject from sitting
  join account on account.id = account join test on test.id = test)"""


def render(row):
    answer = {
        "id": row["id"],
        "status": row["status"],
        "startDate": moment(row["starts"]),
        "learner": {"userId": row["account"], "username": row["username"], "firstName": row["first_name"]},
        "assessment": {name: row[column] for name, column in (("testId", "test"), ("testVersionId", "version"), ("title", "name"), ("subject", "subject"))},
        "result": None,
    }
    if row["last_name"]:
        answer["learner"]["lastName"] = row["last_name"]
    if row["level"]:
        minutes, seconds = divmod((row["ends"] - row["starts"]) // 1000, 60)
        answer["endDate"] = moment(row["ends"])
        answer["result"] = {"calculatedAt": moment(row["graded"]), "grade": row["level"], "timeTaken": f"PT{minutes}M{seconds}S"}
    return answer


def render_study(row):
    return {"id": row["id"], "learnerId": row["account"], "subject": row["subject"], "startDate": moment(row["starts"]), "endDate": moment(row["ends"])}


def dates(args):
    """The conditions of the two dates."""
    for name, column in COLUMNS.items():
        given = [word for word in OPERATORS if f"{name}[{word}]" in args]
        if len({word[0] for word in given}) < len(given):
            raise BadRequest("Two operators exclude each other.")
        for word in given:
            yield f"{column} {OPERATORS[word]} ?", [milliseconds(args[f"{name}[{word}]"])]


def lists(asked, columns, most):
    for name, column in columns.items():
        if asked.get(name) is not None:
            yield among(column, texts(asked[name], name, most) if column == "subject" else ids(asked[name], name, 0, most))


def find(conditions, status, sort, given):
    conditions = [*conditions, *([("status = ?", [status])] if status else [])]
    field = COLUMNS[choice(sort, "field", list(COLUMNS)) or "startDate"]
    way = choice(sort, "direction", ["asc", "desc"]) or "asc"
    values = [value for _, bound in conditions for value in bound]
    return page(SOURCE, [where for where, _ in conditions], values, f"{field} {way}, id", given, render)


@sittings.get("/smart-ia/sessions", defaults={"kind": None})
@sittings.get("/smart-ia/sessions/completed", defaults={"kind": "completed"})
@sittings.get("/smart-ia/sessions/in-progress", defaults={"kind": "in_progress"})
def list_sittings(kind):
    args = request.args
    asked = {name: args.getlist(name) for name in IN_QUERY if name in args}
    sort = {part: args[f"sort[{part}]"] for part in ("field", "direction") if f"sort[{part}]" in args}
    status = kind or choice(args, "status", STATUSES)
    return find([*dates(args), *lists(asked, IN_QUERY, 30)], status, sort, args)


@sittings.post("/smart-ia/sessions/search")
def search_sittings():
    body = payload()
    search, sort = (body.get(name) or {} for name in ("search", "sort"))
    if not isinstance(search, dict) or not isinstance(sort, dict):
        raise BadRequest("search and sort have to be objects.")
    return find(lists(search, IN_BODY, None), choice(search, "status", STATUSES), sort, body)


@sittings.get("/sessions/completed")
def list_study():
    asked = {name: request.args.getlist(name) for name in ("userId", "subject") if name in request.args}
    conditions = list(lists(asked, {"userId": "account", "subject": "subject"}, 30))
    values = [value for _, bound in conditions for value in bound]
    return page("study", [where for where, _ in conditions], values, "starts, id", request.args, render_study)
