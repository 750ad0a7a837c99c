"""Facts of a database that a faithful copy shares: counts, the ends of all logs, migrations."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final, TypedDict

from django.db import DEFAULT_DB_ALIAS
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from games.log import triggers
from games.moderation import audit_triggers

# A game whose log does not end with the event that its row remembers.
_LOOSE_ENDS: Final = """
    SELECT count(*) FROM games_game g WHERE g.version >= 0 AND NOT EXISTS (
        SELECT 1 FROM games_event e
        WHERE e.game_id = g.id AND e.seq = g.version AND e.hash = g.head)
"""
_EXPECTED_EVENTS: Final = "SELECT coalesce(sum(version + 1), 0) FROM games_game"


class Facts(TypedDict):
    """``heads`` is the SHA-256 over code, length and last hash of all logs, by id of the game.

    ``loose_ends`` counts games whose log ends elsewhere than their row says, ``expected_events``
    the events that the rows expect in ``games_event``. ``migrations`` are written as ``app.name``.
    """

    tables: dict[str, int]
    heads: str
    loose_ends: int
    expected_events: int
    triggers: bool
    migrations: list[str]


def connect(settings: dict[str, Any]) -> BaseDatabaseWrapper:
    """A connection of its own to the database of these settings (``DATABASES``); close it."""
    # Django fills in settings, so it gets a copy.
    given = {DEFAULT_DB_ALIAS: {}, "other": {**settings, "TEST": {}, "ATOMIC_REQUESTS": False}}
    return ConnectionHandler(given)["other"]


def facts_of(connection: BaseDatabaseWrapper) -> Facts:
    """The facts of the database behind a connection, in whatever transaction that is in."""
    names = sorted(connection.introspection.table_names())
    quote = connection.ops.quote_name
    return Facts(
        tables={name: _number(connection, f"SELECT count(*) FROM {quote(name)}") for name in names},  # noqa: S608
        heads=_digest_of_heads(connection),
        loose_ends=_number(connection, _LOOSE_ENDS),
        expected_events=_number(connection, _EXPECTED_EVENTS),
        triggers=triggers.is_installed(connection) and audit_triggers.is_installed(connection),
        migrations=_migrations(connection),
    )


def differences(wanted: Facts, found: Facts) -> Iterator[str]:
    """Each fact in which a restored database differs from the one that was backed up."""
    for name in sorted(wanted["tables"].keys() | found["tables"].keys()):
        had, has = wanted["tables"].get(name), found["tables"].get(name)
        if had != has:
            yield f"The table {name} had {had} rows and has {has}."
    if wanted["heads"] != found["heads"]:
        yield "The logs do not end with the events with which they ended."
    if wanted["loose_ends"] != found["loose_ends"]:
        yield f"{found['loose_ends']} logs end elsewhere than their games say."
    if wanted["migrations"] != found["migrations"]:
        yield "The list of migrations is another one."
    if wanted["triggers"] and not found["triggers"]:
        yield "The triggers that keep the logs append-only are missing: run restore_triggers there."


def _digest_of_heads(connection: BaseDatabaseWrapper) -> str:
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        cursor.execute("SELECT code, version, head FROM games_game ORDER BY id")
        while rows := cursor.fetchmany(2000):
            for code, version, head in rows:
                digest.update(f"{code} {version} {head}\n".encode())
    return digest.hexdigest()


def _migrations(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        return sorted(f"{app}.{name}" for app, name in cursor.fetchall())


def _number(connection: BaseDatabaseWrapper, query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return int(cursor.fetchone()[0])
