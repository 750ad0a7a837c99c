"""Leases: one worker a row, one run a job.

A row that can be attempted has ``status``, ``attempts`` and ``next_attempt_at``: when somebody may
take it up, and while somebody has it, when another may.

A run that dies holds its job for some seconds only, as long as it was last seen alive for.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from django.apps import apps
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils.module_loading import import_string

from games.common.dates import first_time
from games.common.jobs import send_delayed
from games.common.work import PENDING, Work
from games.notifications.models import Run
from games.notifications.retry_delays import backoff

logger = logging.getLogger(__name__)

FAILED: Final = "failed"
Row = TypeVar("Row", bound=Model)
Result = TypeVar("Result")


def take(model: type[Model], *, pk: int, lease: timedelta, now: datetime) -> bool:
    """Take a row for this worker alone, if it is due; it is due again when the lease is over.

    The update decides between two workers. A worker that dies holds the row no longer than that.
    """
    row = model._default_manager.filter(pk=pk, status=PENDING, next_attempt_at__lte=now)
    return bool(row.update(next_attempt_at=now + lease, attempts=F("attempts") + 1))


def take_next(
    rows: QuerySet[Row],
    *,
    lease: timedelta,
    now: datetime,
    load: Callable[[int], Row | None] | None = None,
) -> Row | None:
    """Take the first of some pending rows that is due, for this worker alone; None without one.

    On PostgreSQL the rows that others are taking are skipped, so that processes share the work.
    ``load`` reads a row by its key, where that is dear.
    """
    due = rows.filter(status=PENDING, next_attempt_at__lte=now)
    skips = connection.features.has_select_for_update_skip_locked
    while True:
        # SQLite would lock everything for a look at nothing: there the update decides between two.
        with transaction.atomic() if skips else nullcontext():
            free = due.select_for_update(skip_locked=True, of=("self",)) if skips else due
            pk: int | None = free.values_list("pk", flat=True).first()
            if pk is None:
                return None
            if take(rows.model, pk=pk, lease=lease, now=now):
                return load(pk) if load else rows.get(pk=pk)


def finish(model: type[Model], *, pk: int, status: str, **fields: object) -> None:
    """Mark a row as done with, one way or the other."""
    rows = model._default_manager.filter(pk=pk)
    rows.update(status=status, next_attempt_at=None, **fields)


def make_row(work: Work, *, pk: int, now: datetime, **options: Any) -> bool:
    """Take a row and make it, if it is due and nobody else is at it; whether it was made."""
    if not take(apps.get_model(work.model), pk=pk, lease=work.lease, now=now):
        return False
    return _make(work, work.rows().get(pk=pk), now, options)


def make_due(work: Work, *, now: datetime) -> int:
    """Make the rows that are due, within the time of a run; return how many were made."""
    if work.before:
        import_string(work.before)(now=now)

    def run(alive: KeepAlive) -> int:
        began = time.monotonic()
        waiting = work.rows().order_by("attempts", "next_attempt_at", "pk")
        made = 0
        while True:
            moment = now + timedelta(seconds=time.monotonic() - began)
            row = take_next(waiting, lease=work.lease, now=moment)
            if row is None:
                return made
            made += _make(work, row, moment, {"alive": alive})
            if not alive():
                return made

    done = run_job(
        work.name,
        task=work.task,
        work=run,
        next_due=lambda: first_time(work.pending(), "next_attempt_at"),
        shortest_wait=lambda made: timedelta(0) if made else MOMENT,
        shared=work.shared,
        budget=work.run,
        now=now,
    )
    return done or 0


def _make(work: Work, row: Any, now: datetime, options: dict[str, Any]) -> bool:
    if row.attempts > work.attempts:
        # Each time a worker has died of it.
        logger.error("%r was given up.", row)
        finish(type(row), pk=row.pk, status=FAILED)
        return False
    try:
        import_string(work.make)(row, now=now, **options)
    except Exception:
        logger.exception("%r was not made.", row)
        if row.attempts >= work.attempts:
            finish(type(row), pk=row.pk, status=FAILED)
        else:
            again = now + backoff(row.attempts)
            work.pending(pk=row.pk).update(next_attempt_at=again, **work.afresh)
        return False
    return True


RUN_LEASE: Final = timedelta(seconds=20)
LONGEST_HOLD: Final = timedelta(minutes=2)
"""Nobody holds a job for longer without renewing it, or asks for its next run so long before; a
time beyond that is one of a wrong clock."""
RENEW_AFTER: Final = 5.0
"""Seconds."""
NEVER: Final = datetime(2000, 1, 1, tzinfo=UTC)

KeepAlive = Callable[[], bool]
"""Called now and then by a run, to keep its job; says whether there is time for more work."""
SOON: Final = timedelta(seconds=30)
"""Rows that are due later are found by the beat."""
MOMENT: Final = timedelta(seconds=1)


def run_job(
    job: str,
    *,
    task: str,
    work: Callable[[KeepAlive], Result],
    next_due: Callable[[], datetime | None],
    shortest_wait: Callable[[Result], timedelta] = lambda done: MOMENT,
    args: tuple[object, ...] = (),
    shared: bool = False,
    budget: float = math.inf,
    now: datetime,
) -> Result | None:
    """Hold a job and do its work; None where another run is at it.

    Rows that are left, or due again in a moment, make it send ``task`` with ``args``, which runs
    the job once more. A ``shared`` job is held by nobody where processes can skip the rows that
    others take. ``budget`` is as in :func:`single_run`.
    """
    began = time.monotonic()
    share = shared and connection.features.has_select_for_update_skip_locked
    unheld = nullcontext(lambda: time.monotonic() - began < budget)
    with unheld if share else single_run(job, budget=budget, now=now) as alive:
        if alive is None:
            return None
        done = work(alive)
    moment = now + timedelta(seconds=time.monotonic() - began)
    due = next_due()
    if due is not None and due <= moment + SOON:
        wait = max(due - moment, shortest_wait(done))
        # Nothing is sent where somebody has asked already for the next run.
        if _claim(f"{job}: next", until=moment + wait, now=moment):
            send_delayed(task, *args, wait=wait)
    return done


def stay_alive() -> bool:
    """Go on: no job is held, and there is time."""
    return True


@contextmanager
def single_run(job: str, *, budget: float = math.inf, now: datetime) -> Iterator[KeepAlive | None]:
    """Hold a job; None while another run has it. Call the result now and then to keep it.

    The result is true for ``budget`` seconds: a run begins no more work after that. If the job
    was taken, its holder must check for new work once more after releasing it.
    """
    if not _claim(job, until=now + RUN_LEASE, now=now):
        yield None
        return
    mine = Run.objects.filter(job=job)
    began = seen = time.monotonic()

    def alive() -> bool:
        nonlocal seen
        if time.monotonic() - seen >= RENEW_AFTER:
            seen = time.monotonic()
            mine.update(until=now + timedelta(seconds=seen - began) + RUN_LEASE)
        return time.monotonic() - began < budget

    try:
        yield alive
    finally:
        _let_go(mine)


def _claim(job: str, *, until: datetime, now: datetime) -> bool:
    """Hold a job until a time, if nobody holds it or only a clock that was ahead; whether it is."""
    Run.objects.get_or_create(job=job, defaults={"until": NEVER})
    free = Q(until__lte=now) | Q(until__gt=now + LONGEST_HOLD)
    return bool(Run.objects.filter(free, job=job).update(until=until))


def _let_go(mine: QuerySet[Run]) -> None:
    """Free a job, on a new connection if the run has lost its own: else the lease would go on."""
    try:
        mine.update(until=NEVER)
    except (InterfaceError, OperationalError):
        connection.close_if_unusable_or_obsolete()
        mine.update(until=NEVER)
