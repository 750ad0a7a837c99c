"""Whether a process can serve requests: its database can be written, and has its very tables.

The readiness page, the metrics and the doctor ask here.
"""

from __future__ import annotations

import os
from collections.abc import Container
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.common.database_away import renew_connections
from games.operators.broker import queue_lengths

REPLACING: Final = {
    "0001_initial": (
        "This database is of a release before 0.3.0.",
        "Upgrade it to 0.3.0 first: install that release, run its migrate, come back.",
    ),
    "0050_release_0_4": (
        "This database is of a version between two releases.",
        "Bring it to the last of these first: check out c658abbc, run its migrate, come back.",
    ),
}
"""Migrations that replace others; what is wrong with a database that has part of those, and what
to do."""
_migrated = False


@dataclass(frozen=True, slots=True)
class Migrations:
    """The migrations that this program has and the database lacks, and the other way round.

    Both are named ``app.name``. ``half_way`` says what is wrong with a database that has only part
    of the migrations that another replaces, and what to do.
    """

    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    half_way: tuple[str, str] | None = None


def database_state() -> str:
    """ "up", or why requests cannot be answered: "behind", "ahead" or "read-only".

    "behind" means that migrations of this program are not applied, "ahead" that some of a newer
    program are.

    :raises DatabaseError: if the database is away.
    """
    global _migrated
    if is_read_only():
        renew_connections()
        return "read-only"
    found = migrations(look_for_missing=not _migrated)
    if found.unknown:
        return "ahead"
    # Nobody unapplies migrations under a running program: once is enough.
    _migrated = not (found.missing or found.half_way)
    return "up" if _migrated else "behind"


def migrations(*, look_for_missing: bool = True) -> Migrations:
    """Compare the migrations of the database with those of this program.

    :raises DatabaseError: if the database is away.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    if found := half_way(applied):
        return Migrations(half_way=found)
    folder = Path(str(import_module("games.migrations").__file__)).parent
    ours = {path.stem for path in folder.glob("[0-9]*.py")}
    ours |= {name for replacing in REPLACING for _app, name in _replaced_by(replacing)}
    unknown = sorted(name for app, name in applied if app == "games" and name not in ours)
    missing: list[str] = []
    if look_for_missing:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        missing = [f"{one.app_label}.{one.name}" for one, _backwards in plan]
    return Migrations(tuple(missing), tuple(f"games.{name}" for name in unknown))


def is_read_only() -> bool:
    """Whether the database takes no changes: a replica, or a file or server that is set so."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('transaction_read_only') = 'on'")
            return bool(cursor.fetchone()[0])
    file = Path(connection.settings_dict["NAME"])
    # SQLite writes a journal beside the file.
    return file.exists() and not all(os.access(one, os.W_OK) for one in (file, file.parent))


def half_way(applied: Container[tuple[str, str]]) -> tuple[str, str] | None:
    """What is wrong with a database that has only part of the migrations that another replaces.

    And what to do. Django can neither continue in such a database nor say so.
    """
    for replacing, advice in REPLACING.items():
        found = [migration in applied for migration in _replaced_by(replacing)]
        if any(found) and not all(found):
            return advice
    return None


def _replaced_by(name: str) -> list[tuple[str, str]]:
    replaced: list[tuple[str, str]] = import_module(f"games.migrations.{name}").Migration.replaces
    return replaced


def broker_state() -> str:
    """ "up", or "away": pages are served without it, and sweeps replace lost messages."""
    return "away" if queue_lengths() is None else "up"
