"""Whether a process can serve requests: its database answers, and has the tables it needs."""

from __future__ import annotations

from collections.abc import Container
from importlib import import_module
from typing import Final

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.operators.broker import queue_lengths

INITIAL: Final = import_module("games.migrations.0001_initial").Migration
TOO_OLD: Final = (
    "This database is of a release before 0.3.0.",
    "Upgrade it to 0.3.0 first: install that release, run its migrate, come back.",
)
"""What is wrong with a half upgraded database, and what to do."""
_migrated = False


def database_state() -> str:
    """ "up", or "behind" while migrations of this program are not applied.

    :raises DatabaseError: if the database is away.
    """
    global _migrated
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    # Nobody unapplies migrations under a running program: once is enough.
    if not _migrated:
        if is_half_upgraded(MigrationRecorder(connection).applied_migrations()):
            return "behind"
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "up" if _migrated else "behind"


def is_half_upgraded(applied: Container[tuple[str, str]]) -> bool:
    """Whether a database has only part of the migrations that the first one replaces.

    Django can neither continue in such a database nor say so.
    """
    replaced = [migration in applied for migration in INITIAL.replaces]
    return any(replaced) and not all(replaced)


def broker_state() -> str:
    """ "up", or "away": pages are served without it, and sweeps replace lost messages."""
    return "away" if queue_lengths() is None else "up"
