"""The interface as a college might serve it with Flask and SQLite, each with its defaults on."""

import os
import sys
import threading
import uuid

from accounts import accounts
from flask import Flask, jsonify, request
from groups import groups
from sittings import sittings
from store import close_store, fill, store
from werkzeug.exceptions import BadRequest, Forbidden, HTTPException, Unauthorized

KEYS = ("key-of-the-registrar", "key-of-the-timetable")
PREFIX = "/college/api/v1"

app = Flask(__name__)
app.config["DATABASE"] = sys.argv[1]
app.secret_key = uuid.uuid4().hex


@app.before_request
def check_key():
    if request.method == "OPTIONS":
        return
    key = request.headers.get("x-api-key")
    if key not in KEYS:
        raise Unauthorized("A valid key is needed.")
    if key == KEYS[1] and "/academic-years" not in request.path:
        raise Forbidden("This key reads academic years only.")


@app.after_request
def allow_browsers(response):
    response.headers["Access-Control-Allow-Origin"] = "*"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, PATCH, DELETE"
        response.headers["Access-Control-Allow-Headers"] = "content-type, x-api-key"
    return response


@app.errorhandler(HTTPException)
def problem(error):
    instance = f"urn:uuid:{uuid.uuid4()}"
    body = {"type": "about:blank", "title": error.name, "status": error.code, "detail": error.description}
    answer = jsonify({**body, "instance": instance})
    answer.content_type = "application/problem+json"
    return answer, error.code


@app.errorhandler(UnicodeEncodeError)
def half_a_character(_error):
    return problem(BadRequest("A text holds half a character."))


for part in (groups, accounts, sittings):
    app.register_blueprint(part, url_prefix=PREFIX)
app.teardown_appcontext(close_store)

with app.app_context():
    fill(store())

if __name__ == "__main__":
    from werkzeug.serving import make_server

    # Whoever started the service holds its input open; it ends with them.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"http://127.0.0.1:{server.port}{PREFIX}", flush=True)
    server.serve_forever()
