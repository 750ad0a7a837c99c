"""Counts of what a piece of work asks of the database: queries, and on PostgreSQL rows read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

# What this transaction has read so far: rows of tables passed over, and entries of indexes.
READ: Final = """
    SELECT relname, pg_stat_get_xact_tuples_returned(oid)
    FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
      AND pg_stat_get_xact_tuples_returned(oid) > 0
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """The queries of a piece of work, and the rows that the database read for it.

    ``by_table`` has them by table and index; all is 0 where the database does not tell.
    """

    queries: int
    rows: int
    by_table: dict[str, int]


def asked_by(work: Callable[[], object]) -> Asked:
    """Do a piece of work, count what it asks, and undo what it wrote."""
    with transaction.atomic():
        before = _read()
        with CaptureQueriesContext(connection) as captured:
            work()
        after = _read()
        transaction.set_rollback(True)
    by_table = {
        name: count - before.get(name, 0)
        for name, count in after.items()
        if count > before.get(name, 0)
    }
    queries = sum(
        not sent["sql"].startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")) for sent in captured
    )
    return Asked(queries, sum(by_table.values()), by_table)


def _read() -> dict[str, int]:
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        # Rows that helpers of a query read would be counted elsewhere.
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        cursor.execute(READ)
        return dict(cursor.fetchall())
