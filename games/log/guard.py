"""Triggers that keep the log append-only, whoever writes to the database.

Migration 0003 puts them on. Django rebuilds a table of SQLite when it alters it and the triggers
are lost with the old one: a migration that alters ``games_event`` must call :func:`put_on` again.
"""

from __future__ import annotations

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

REASON: Final = "the log of a game is append-only"

_SQLITE: Final = tuple(
    f"CREATE TRIGGER games_event_no_{deed.lower()} BEFORE {deed} ON games_event"
    f" BEGIN SELECT RAISE(ABORT, '{REASON}'); END"
    for deed in ("UPDATE", "DELETE")
)
_POSTGRESQL: Final = (
    "CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS"
    f" $$ BEGIN RAISE EXCEPTION '{REASON}'; END $$",
    "CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event"
    " FOR EACH ROW EXECUTE FUNCTION games_event_refuse()",
    "CREATE TRIGGER games_event_no_truncate BEFORE TRUNCATE ON games_event"
    " FOR EACH STATEMENT EXECUTE FUNCTION games_event_refuse()",
)


def put_on(connection: BaseDatabaseWrapper) -> None:
    """Puts the triggers on; they must be off."""
    with connection.cursor() as cursor:
        for statement in _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL:
            cursor.execute(statement)


def take_off(connection: BaseDatabaseWrapper) -> None:
    """Takes the triggers off: to migrate backwards, and for tests that tamper or clean up."""
    names = (
        ("games_event_no_update", "games_event_no_delete")
        if connection.vendor == "sqlite"
        else ("games_event_no_change", "games_event_no_truncate")
    )
    table = "" if connection.vendor == "sqlite" else " ON games_event"
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{table}")


def is_on(connection: BaseDatabaseWrapper) -> bool:
    """Whether both triggers are there."""
    query = (
        "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'games_event_no_%'"
        if connection.vendor == "sqlite"
        else "SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'games_event_no_%'"
        " AND tgenabled <> 'D'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return bool(cursor.fetchone()[0] == 2)
