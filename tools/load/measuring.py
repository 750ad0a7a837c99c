"""Measure all visits of one database, for :mod:`tools.load.flat` to compare with another's."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Final

from django.core.cache import cache as shared
from django.db import connection, transaction
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.log import cache
from games.management.progress import Stream, progress
from games.players.rating import WHOLE_JOB as RATINGS
from games.statistics.counting import WHOLE_JOB as STATISTICS
from tools.load.rows import asked_by
from tools.load.visits import Visit, visits

SWEEP: Final = "sweep"
TIMED: Final = 3
"""Times that a visit is timed in one run, of which the shortest counts."""


def plan_as_if_large() -> None:
    """Let PostgreSQL use indexes where it would in a large table: it reads a small one whole."""
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")


def read_as_from_memory() -> None:
    """Let PostgreSQL reckon with a disk that reads any page as fast as the next one."""
    with connection.cursor() as cursor:
        cursor.execute("SET random_page_cost = 1.1")


def measure(
    *, timed: bool, screen: Stream, names: Collection[str] = ()
) -> dict[str, dict[str, Any]]:
    """Queries, rows read and where, and if wanted seconds, by the name of the visit.

    Queries and rows are those of a process that has no game in memory. ``names`` are the addresses
    that are visited, all of them by default.
    """
    # No outage is made up for, and no look at all games is due.
    for job in (SWEEP, RATINGS, STATISTICS):
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now()})
    found = list(visits(names))
    return {
        visit.name: _measured(visit, timed) for visit in progress(found, len(found), "", screen)
    }


def _measured(visit: Visit, timed: bool) -> dict[str, Any]:
    cache.clear()
    shared.clear()
    asked = asked_by(visit.do)
    measured: dict[str, Any] = {
        "queries": asked.queries,
        "rows": asked.rows,
        "by_table": asked.by_table,
    }
    if timed:
        # What else the machine does only ever adds to it.
        measured["seconds"] = min(_seconds(visit) for _ in range(TIMED))
    return measured


def _seconds(visit: Visit) -> float:
    with transaction.atomic():
        began = time.perf_counter()
        visit.do()
        spent = time.perf_counter() - began
        transaction.set_rollback(True)
    return spent
