"""One run of a job at a time: a queue full of hints shall not fill all workers with slow work.

A run that dies holds its job for some seconds only, as long as it was last seen alive for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from games.notices.models import Run

LEASE: Final = timedelta(seconds=20)
RENEW: Final = 5.0
"""Seconds."""
NEVER: Final = datetime(2000, 1, 1, tzinfo=UTC)

Alive = Callable[[], None]


def first_to_ask(job: str, *, wait: timedelta, now: datetime) -> bool:
    """Whether nobody has asked yet for the next run of a job, which is to come after ``wait``."""
    name = f"{job}: next"
    Run.objects.get_or_create(job=name, defaults={"until": NEVER})
    return bool(Run.objects.filter(job=name, until__lte=now).update(until=now + wait))


@contextmanager
def only_one(job: str, *, now: datetime) -> Iterator[Alive | None]:
    """Holds a job; None while another run has it. Call what it gives again and again.

    What is asked for in vain must be found by the run that was at it: let it look once more after
    this is over.
    """
    Run.objects.get_or_create(job=job, defaults={"until": NEVER})
    mine = Run.objects.filter(job=job)
    if not mine.filter(until__lte=now).update(until=now + LEASE):
        yield None
        return
    began = seen = time.monotonic()

    def alive() -> None:
        nonlocal seen
        if time.monotonic() - seen >= RENEW:
            seen = time.monotonic()
            mine.update(until=now + timedelta(seconds=seen - began) + LEASE)

    try:
        yield alive
    finally:
        mine.update(until=NEVER)
