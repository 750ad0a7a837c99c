"""Attempts to hand on what is stored, mails and calls alike: one worker at a time, and patiently.

A row that can be attempted has ``status``, ``attempts`` and ``next_attempt_at``: when somebody may
take it up, and while somebody has it, when another may.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Model

PENDING: Final = "pending"
FIRST_WAIT: Final = timedelta(seconds=5)
"""After a fault that may be over in a moment."""
LONGEST_WAIT: Final = timedelta(hours=4)
CHANCE: Final = random.SystemRandom()


def take(model: type[Model], *, pk: int, lease: timedelta, now: datetime) -> bool:
    """Takes a row for this worker alone, if it is due; it is due again when the lease is over.

    The update decides between two workers. A worker that dies holds the row no longer than that.
    """
    due = model._default_manager.filter(pk=pk, status=PENDING, next_attempt_at__lte=now)
    return bool(due.update(next_attempt_at=now + lease, attempts=F("attempts") + 1))


def finish(model: type[Model], *, pk: int, status: str, **fields: object) -> None:
    """Marks a row as done with, one way or the other."""
    rows = model._default_manager.filter(pk=pk)
    rows.update(status=status, next_attempt_at=None, **fields)


def backoff(attempts: int, *, first: timedelta = FIRST_WAIT) -> timedelta:
    """How long to wait after so many attempts that failed: twice as long each time.

    A quarter more or less, by chance, so that what failed together does not come back together.

    >>> FIRST_WAIT * 0.75 <= backoff(1) <= FIRST_WAIT * 1.25
    True
    >>> backoff(40) <= LONGEST_WAIT * 1.25
    True
    """
    wait = min(first * 2 ** min(attempts - 1, 15), LONGEST_WAIT)
    return wait * CHANCE.uniform(0.75, 1.25)
