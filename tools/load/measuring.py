"""Make all visits of one database, for :mod:`tools.load.flat` to compare with another's.

Queries are counted, and on PostgreSQL rows read.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache as shared
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.log import cache
from games.players.rating import WHOLE_JOB as RATINGS
from games.statistics.counting import WHOLE_JOB as STATISTICS
from tools.load.visits import Visit, visits

# What this transaction has read so far: rows of tables passed over, and entries of indexes.
READ: Final = """
    SELECT relname, pg_stat_get_xact_tuples_returned(oid)
    FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace
      AND pg_stat_get_xact_tuples_returned(oid) > 0
"""
SWEEP: Final = "sweep"
WRITTEN: Final = (
    "django_session", "games_apitoken", "games_heartbeat", "games_notice", "games_person",
    "games_seat",
)  # fmt: skip
"""Tables that visits write to, and undo."""
TIMED: Final = 3
"""Times that a visit is timed in one run, of which the shortest counts."""
BEAT_EVERY: Final = 60.0
"""Seconds after which the heartbeats of jobs are renewed."""


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


def plan(*, by_indexes: bool) -> None:
    """Let PostgreSQL use indexes where it would in a large table: it reads a small one whole."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET enable_seqscan = {'off' if by_indexes else 'on'}")
            # Statements that are prepared keep theirs otherwise.
            cursor.execute("DISCARD PLANS")


def prepared_visits(names: Collection[str] = ()) -> dict[str, Visit]:
    """All visits by name; ``names`` are the addresses that are visited, all of them by default."""
    beat()
    found = {visit.name: visit for visit in visits(names)}
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        # Versions of rows that earlier visitors left would be read as well, in planning too.
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM (INDEX_CLEANUP ON) {', '.join(WRITTEN)}")
    return found


def keep_to_one_core() -> None:
    """Run on the first core that this process may use, where the system allows it (Linux).

    Two processes that are compared would each stay on one of two cores for a while, and other
    machines on the same hardware slow one core more than another.
    """
    if sys.platform == "linux":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def beat() -> None:
    """Let no job find an outage to make up for, or a look at all games that is due."""
    for job in (SWEEP, RATINGS, STATISTICS):
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now()})


def measure(names: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """What every visit asks of the database, by its name."""
    return {name: counted(visit) for name, visit in prepared_visits(names).items()}


def counted(visit: Visit) -> dict[str, Any]:
    """Queries, rows read and where, of a process that has no game in memory."""
    cache.clear()
    shared.clear()
    asked = asked_by(visit.do)
    return {"queries": asked.queries, "rows": asked.rows, "by_table": asked.by_table}


def timed(visit: Visit) -> dict[str, Any]:
    """The seconds of a visit, the least of a few: what else the machine does only adds to them."""
    # The API counts how often a program asks; one that asks too often would be refused quickly.
    shared.clear()
    gc.collect()
    gc.disable()
    try:
        return {"seconds": min(_seconds(visit) for _ in range(TIMED))}
    finally:
        gc.enable()


MEASURES: Final = {"count": counted, "time": timed}


_visits: dict[str, Visit] = {}
_last: dict[str, Any] = {"measure": "", "beat": float("-inf")}
"""What was measured last, and when the heartbeats of jobs were renewed (monotonic)."""


def begin(names: Collection[str]) -> list[str]:
    """Prepare this process to make the visits of its database; return their names."""
    keep_to_one_core()
    logging.disable(logging.ERROR)
    with connection.cursor() as cursor:
        # Let PostgreSQL reckon with a disk that reads any page as fast as the next one.
        cursor.execute("SET random_page_cost = 1.1")
    _visits.update(prepared_visits(names))
    # What stays is not looked through again before each time that is taken.
    gc.freeze()
    return list(_visits)


def ask(what: str, name: str) -> dict[str, Any]:
    """Measure a visit: "count" or "time".

    Rows are counted by plans that use indexes wherever there is one, since tables that every site
    has small are read whole; times are those of PostgreSQL's own plans.
    """
    if time.monotonic() - _last["beat"] > BEAT_EVERY:
        # A comparison of all visits takes longer than the sweep may stay away.
        beat()
        _last["beat"] = time.monotonic()
    if what != _last["measure"]:
        plan(by_indexes=what == "count")
        _last["measure"] = what
    return MEASURES[what](_visits[name])


def _seconds(visit: Visit) -> float:
    with transaction.atomic():
        began = time.perf_counter()
        visit.do()
        spent = time.perf_counter() - began
        transaction.set_rollback(True)
    return spent
