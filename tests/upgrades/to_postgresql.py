"""Bring the database of a release, which is stored as one of SQLite, onto PostgreSQL.

Run as a program with the path of the file, on an empty database: it makes the tables by the
migrations that the release had, copies every row, and lets the sequences go on behind them.
"""

# ruff: noqa: S608 — names of tables and columns come from the catalogue
from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402
from django.db.migrations.recorder import MigrationRecorder  # noqa: E402

NOT_COPIED = ("django_migrations", "sqlite_sequence")
"""Written by the migrations themselves, and what takes the place of sequences on SQLite."""


def make_tables(stored: sqlite3.Connection) -> None:
    """Apply the migrations that the release had, and none else; no signal adds a row."""
    had = {(app, name) for app, name in stored.execute("SELECT app, name FROM django_migrations")}
    executor = MigrationExecutor(connection)
    known = executor.loader.disk_migrations
    initial = {key for key, migration in known.items() if had.intersection(migration.replaces)}
    replaced = {key for new in initial for key in known[new].replaces}
    wanted = had - replaced | initial
    assert wanted <= known.keys(), "a released migration is gone"
    nodes = executor.loader.graph.node_map
    followed = {
        parent.key for key in wanted for parent in nodes[key].parents if parent.key[0] == key[0]
    }
    executor.migrate(sorted(wanted - followed))
    recorder = MigrationRecorder(connection)
    assert recorder.applied_migrations().keys() == had | initial
    for app, name in initial - had:
        recorder.record_unapplied(app, name)


def copy_rows(stored: sqlite3.Connection) -> int:
    """Copy all tables in one transaction, which looks at references at its end; count the rows."""
    tables = [
        name
        for (name,) in stored.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if name not in NOT_COPIED
    ]
    assert set(tables) == set(connection.introspection.table_names()) - {*NOT_COPIED}
    with transaction.atomic():
        return sum(copy_table(stored, table) for table in tables)


def copy_table(stored: sqlite3.Connection, table: str) -> int:
    """Copy the rows of a table: PostgreSQL reads each value as one of its column."""
    kinds: dict[str, str] = dict(
        asked(
            "SELECT column_name::text, data_type::text FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = %s",
            table,
        )
    )
    columns = [name for _, name, *_ in stored.execute(f'PRAGMA table_info("{table}")')]
    assert set(columns) == set(kinds), table
    assert asked(f'SELECT count(*) FROM "{table}"') == [(0,)], f"{table} is not empty"
    names = ", ".join(f'"{column}"' for column in columns)
    of_columns = [kinds[column] for column in columns]
    rows = stored.execute(f'SELECT {names} FROM "{table}"').fetchall()
    with (
        connection.cursor() as cursor,
        cursor.copy(f'COPY "{table}" ({names}) FROM STDIN') as copy,
    ):
        for row in rows:
            copy.write_row([*map(as_text, of_columns, row)])
    for column in [name for name in columns if kinds[name] == "interval"]:
        (before,) = stored.execute(f'SELECT sum("{column}") FROM "{table}"').fetchone()
        after = asked(f'SELECT (sum(extract(epoch FROM "{column}")) * 1e6)::bigint FROM "{table}"')
        assert after == [(before,)], f"{table}.{column}"
    return len(rows)


def as_text(kind: str, value: object) -> str | bytes | None:
    """A value of SQLite as PostgreSQL reads it; Django keeps durations there as microseconds."""
    if value is None or isinstance(value, bytes):
        return value
    return f"{value} microseconds" if kind == "interval" else str(value)


def set_sequences() -> None:
    """Let new rows come after those that were copied."""
    for table, column in asked(
        "SELECT table_name::text, column_name::text FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND is_identity = 'YES'"
    ):
        asked(
            "SELECT setval(pg_get_serial_sequence(%s, %s), max(id) + 1, false)"
            f' FROM (SELECT coalesce(max("{column}"), 0) AS id FROM "{table}") AS last',
            table,
            column,
        )


def asked(query: str, *values: str) -> list[tuple[Any, ...]]:
    """The rows of an answer."""
    with connection.cursor() as cursor:
        cursor.execute(query, values or None)
        return list(cursor.fetchall())


def main() -> None:
    with closing(sqlite3.connect(sys.argv[1])) as stored:
        make_tables(stored)
        copied = copy_rows(stored)
    set_sequences()
    sys.stdout.write(f"{copied} rows copied\n")


if __name__ == "__main__":
    main()
