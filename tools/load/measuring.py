"""What each visit asks of a database: its queries, and on PostgreSQL the rows read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import Final

from django.core.cache import cache as shared
from django.core.management.base import OutputWrapper
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.log import cache
from games.management.progress import progress
from games.players.rating import WHOLE_JOB as RATINGS
from games.scheduler.outage import JOB as SWEEP
from games.statistics.counting import WHOLE_JOB as STATISTICS
from tools.load.growth import Asked
from tools.load.visits import visits

# What this transaction has read so far: rows of tables passed over, and entries of indexes.
READ: Final = """
    SELECT relname, pg_stat_get_xact_tuples_returned(oid)
    FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
      AND pg_stat_get_xact_tuples_returned(oid) > 0
"""


def asked_by(work: Callable[[], object]) -> Asked:
    """Do a piece of work, count what it asks, and undo what it wrote."""
    with transaction.atomic():
        before = _read()
        with CaptureQueriesContext(connection) as captured:
            work()
        after = _read()
        transaction.set_rollback(True)
    queries = [
        sent
        for sent in captured
        if not sent["sql"].startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))
    ]
    read = {name: count - before.get(name, 0) for name, count in after.items()}
    return Asked(len(queries), {name: count for name, count in read.items() if count > 0})


def _read() -> dict[str, int]:
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        # Rows that helpers of a query read would be counted elsewhere.
        cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
        cursor.execute(READ)
        return dict(cursor.fetchall())


def plan_by_indexes() -> None:
    """Let PostgreSQL use indexes where it would in a large table: it reads a small one whole."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET enable_seqscan = off")
            # Let it reckon with a disk that reads any page as fast as the next one.
            cursor.execute("SET random_page_cost = 1.1")
            # Statements that are prepared keep their plans otherwise.
            cursor.execute("DISCARD PLANS")


def measure(names: Collection[str] = ()) -> dict[str, Asked]:
    """What every visit asks of the database, by its name.

    ``names`` are those of the addresses that are visited, all of them by default.
    """
    beat()
    every = list(visits(names))
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        # Versions of rows that earlier visitors left would be read as well, in planning too.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (INDEX_CLEANUP ON)")
    plan_by_indexes()
    found = {}
    for visit in progress(every, len(every), "Visits", OutputWrapper(sys.stderr)):
        # A process that has no game in memory.
        cache.clear()
        shared.clear()
        found[visit.name] = asked_by(visit.do)
    return found


def beat() -> None:
    """Let no job find an outage to make up for, or a look at all games that is due."""
    for job in (SWEEP, RATINGS, STATISTICS):
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now()})
