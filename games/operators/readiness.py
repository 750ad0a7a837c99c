"""Whether a process can be given requests: its database answers, and has the tables it knows."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.operators.broker import queue_lengths

_migrated = False


def database_state() -> str:
    """ "up", or "behind" while migrations of this program are not applied.

    :raises DatabaseError: if the database is away.
    """
    global _migrated
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    # Nobody unapplies migrations under a program that runs: once is enough.
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "up" if _migrated else "behind"


def broker_state() -> str:
    """ "up", or "away": pages are served without it, and sweeps make up for what it loses."""
    return "away" if queue_lengths() is None else "up"
