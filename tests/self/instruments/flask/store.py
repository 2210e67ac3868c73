"""The database: a connection for each request, and what a college has in it."""

import hashlib
import json
import sqlite3
import uuid
from datetime import datetime, timezone

from flask import current_app, g

SCHEMA = """
create table year (id text primary key, name text, starts int, ends int);
create table test (id text primary key, version text, name text, subject text);
create table grp (id text primary key, kind text, name text, description text, year text, made int);
create unique index one_name on grp (kind, year, name);
create table cohort_test (cohort text, test text, state text, primary key (cohort, test));
create table account (id text primary key, username text, upn text, role text, external_id text, first_name text,
  last_name text, emails text, gender text, born text, created int, updated int, active int);
create table member (account text, grp text, part text, primary key (account, grp, part));
create table sitting (id text primary key, account text, test text, version text, status text, starts int,
  ends int, graded int, level text);
create table study (id text primary key, account text, subject text, starts int, ends int);
"""
HOUR = 3_600_000
FIRST = int(datetime(2024, 9, 2, 8, 30, tzinfo=timezone.utc).timestamp() * 1000)
SUBJECTS = ["Maths", "English reading", "English writing", "Digital skills"]
LEVELS = [f"{level} - {sub}" for level in ("E1", "E2", "E3", "L1", "L2") for sub in ("Lower", "Middle", "Higher")][:15]
FIRST_NAMES = ["Ada", "Björn", "Chloé", "Dilip", "Émile", "Fatima", "Gwen", "D'Arcy", "Noor", "Søren", "Wei"]
LAST_NAMES = ["Archer", "Brontë", "Çelik", "Dahl", "Evans", "O'Brien", "Núñez", "Singh", "Ward"]


def store():
    """The connection of this request."""
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"], isolation_level=None)
        g.db.row_factory = sqlite3.Row
        g.db.execute("pragma synchronous = off")
        g.db.create_function("fold", 1, lambda text: text and str(text).casefold(), deterministic=True)
    return g.db


def close_store(_error):
    db = g.pop("db", None)
    if db is not None:
        db.close()


def places(values):
    """As many placeholders as there are values."""
    return f"({', '.join('?' * len(values))})"


def moment(ms):
    """A moment as the interface writes it."""
    return datetime.fromtimestamp(ms / 1000, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now():
    return int(datetime.now(timezone.utc).timestamp() * 1000)


def id_of(kind, n):
    """The id of the n-th thing of a kind: the same in each run."""
    return str(uuid.UUID(bytes=hashlib.sha256(f"{kind} {n}".encode()).digest()[:16], version=4))


def fill(db):
    """A college: three years, groups, accounts, and what they sat."""
    db.executescript(f"pragma journal_mode = wal; {SCHEMA}")
    today = datetime.now(timezone.utc)
    autumn = today.year - (today.month < 9)

    def insert(table, rows):
        rows = list(rows)
        db.execute("begin")
        db.executemany(f"insert into {table} values {places(rows[0])}", rows)
        db.execute("commit")

    insert("year", (year(n, autumn - 2 + n) for n in range(3)))
    insert("test", ((id_of("test", n), id_of("version", n), f"{SUBJECTS[n % 4]} {n + 1}", SUBJECTS[n % 4]) for n in range(12)))
    for kind in ("class", "cohort"):
        insert("grp", (group(kind, n) for n in range(126)))
    insert("cohort_test", ((id_of("cohort", n), id_of("test", (n + k) % 12), "open" if k else "closed") for n in range(126) for k in range(n % 4)))
    insert("account", (account(n) for n in range(240)))
    insert("member", (row for n in range(240) for row in groups_of(n)))
    insert("sitting", (sitting(n) for n in range(270)))
    insert("study", ((id_of("study", n), student(n), SUBJECTS[n % 4], FIRST + (n % 40) * 31 * HOUR, FIRST + (n % 40) * 31 * HOUR + 1_234_000) for n in range(112)))


def year(n, autumn):
    starts, ends = (int(datetime(y, 9, 1, tzinfo=timezone.utc).timestamp() * 1000) for y in (autumn, autumn + 1))
    return id_of("year", n), f"{autumn}/{autumn + 1}", starts, ends - 1


def group(kind, n):
    name = f"{['Set', 'Año', 'Groupe É', '100%_'][n % 4]} {n // 3}{kind[1]}"
    return id_of(kind, n), kind, name, f"The {kind} number {n}" if n % 3 else None, id_of("year", n % 3), FIRST + n


def groups_of(n):
    part = "student" if n % 5 else "teacher"
    rows = [(id_of("account", n), id_of("class", (n + k * 7) % 126), part) for k in range(n % 3)]
    return [*rows, (id_of("account", n), id_of("cohort", n % 126), "cohort")] if n % 5 and n % 2 else rows


def student(n):
    at = n * 7 % 240
    return id_of("account", at if at % 5 else at + 1)


def account(n):
    roles = ["Learner"] if n % 5 else ["Tutor"] if n % 20 else ["Tutor", "Manager"]
    # Made in threes, so that sorting meets ties.
    created = FIRST + n // 3 * 17 * HOUR + 123
    return (
        id_of("account", n), f"user-{n}", f"A{820_000_000_000 + n}" if n % 5 and n % 2 else None, json.dumps(roles),
        f"00{n}-x" if n % 2 else None, FIRST_NAMES[n % 11], None if n % 40 == 39 else LAST_NAMES[n // 3 % 9],
        json.dumps([f"person{n}.{k}@college.example" for k in range(n % 3)]), "FMX"[n % 3] if n % 6 else None,
        f"200{n % 10}-0{1 + n % 9}-1{n % 10}" if n % 4 else None, created, created + n % 4 * HOUR, 1,
    )  # fmt: skip


def sitting(n):
    test = n * 5 % 12
    starts = FIRST + n % 90 * 53 * HOUR + n % 7 * 1_001
    row = (id_of("sitting", n), student(n), id_of("test", test), id_of("version" if n % 6 else "older version", test))
    if n % 9 < 4:
        return *row, "in_progress", starts, None, None, None
    special = {2: "NA", 3: "Entry - Below E3"}.get(test % 4) if n % 5 == 0 else None
    ends = starts + (HOUR if n % 2 else (600 + n % 100 * 37) * 1000)
    return *row, "completed", starts, ends, ends + n % 3 * 1000, special or LEVELS[n % 15]
