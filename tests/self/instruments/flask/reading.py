"""What requests hold, read with the readers that Python has; and pages."""

import re
import uuid
from base64 import b64decode, b64encode
from datetime import date, datetime, timezone

from flask import current_app, request
from itsdangerous import BadData, URLSafeSerializer
from store import places, store
from werkzeug.exceptions import BadRequest

MAXIMUM = 500


def payload(*path):
    """What stands in the JSON body below these names: an object."""
    body = request.get_json()
    for name in (None, *path):
        body = body if name is None else body.get(name)
        if not isinstance(body, dict):
            raise BadRequest(f"{name or 'The body'} has to be an object.")
    return body


def text(within, name, required=False, most=100):
    value = within.get(name)
    if value is None and not required:
        return None
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise BadRequest(f"{name} has to be text of 1 to {most} characters.")
    return value


def choice(within, name, values):
    value = within.get(name)
    if value is not None and value not in values:
        raise BadRequest(f"{name} is none of {', '.join(values)}.")
    return value


def email(within, name, required=False):
    value = text(within, name, required, 254)
    if value is not None and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value):
        raise BadRequest(f"{name} is no address.")
    return value


def day(within, name):
    value = text(within, name)
    try:
        return value and date.fromisoformat(value).isoformat()
    except ValueError as error:
        raise BadRequest(f"{name} is no date.") from error


def ids(values, name, least=0, most=None):
    """UUIDs in any way of writing that Python reads."""
    if not isinstance(values, list) or len(values) < least or (most and len(values) > most):
        raise BadRequest(f"{name} has to be a list of {least} to {most or 'many'}.")
    return [uuid_of(value, name) for value in values]


def uuid_of(value, name):
    try:
        return str(uuid.UUID(value))
    except (ValueError, AttributeError, TypeError) as error:
        raise BadRequest(f"{name} holds what is no UUID.") from error


def texts(values, name, most=None):
    if not isinstance(values, list) or (most and len(values) > most) or not all(isinstance(v, str) for v in values):
        raise BadRequest(f"{name} has to be a list of up to {most or 'many'} texts.")
    return values


def milliseconds(value):
    """A moment in one of the two forms."""
    try:
        if re.fullmatch(r"-?\d{1,12}", value):
            return int(value) * 1000
        read = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError as error:
        raise BadRequest("A date cannot be read.") from error
    return int((read if read.tzinfo else read.replace(tzinfo=timezone.utc)).timestamp() * 1000)


def number(given, name, least, default):
    value = given.get(name)
    if value is None:
        return default
    try:
        read = int(value) if isinstance(value, (str, int)) else None
    except ValueError:
        read = None
    if read is None or not least <= read < 2**31:
        raise BadRequest(f"{name} has to be a whole number from {least}.")
    return read


def page(source, where, values, order, given, render):
    """One page of a list; its cursors are signed, and hold for this list alone."""
    wanted = f"where {' and '.join(where)}" if where else ""
    signer = URLSafeSerializer(current_app.secret_key, salt=repr((source, wanted, values, order)))
    limit = min(number(given, "limit", 1, 100), MAXIMUM)
    offset, cursor = number(given, "offset", 0, None), given.get("cursor")
    if cursor and offset is not None:
        raise BadRequest("offset and cursor exclude each other.")
    try:
        start, most = signer.loads(b64decode(cursor)) if cursor else (offset or 0, MAXIMUM)
    except (BadData, TypeError, ValueError) as error:
        raise BadRequest("This cursor is not one of this list.") from error
    db = store()
    total = db.execute(f"select count(*) from {source} {wanted}", values).fetchone()[0]
    rows = db.execute(
        f"select * from {source} {wanted} order by {order} limit ? offset ?", [*values, min(limit, most), start]
    ).fetchall()
    end, before = start + len(rows), max(start - limit, 0)

    def cursor_of(position):
        return b64encode(signer.dumps(position).encode()).decode()

    return {
        "data": [render(row) for row in rows],
        "pagination": {
            "total": total,
            "limit": limit,
            "offset": 0 if cursor else start,
            "previousCursor": cursor_of([before, start - before]) if start else None,
            "nextCursor": cursor_of([end, MAXIMUM]) if end < total else None,
        },
    }


def among(column, values):
    """The condition that a column has one of the values."""
    return (f"{column} in {places(values)}" if values else "0"), values
