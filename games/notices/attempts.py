"""Attempts to hand on what is stored, mails and calls alike: one worker at a time, and patiently.

A row that can be attempted has ``status``, ``attempts`` and ``next_attempt_at``: when somebody may
take it up, and while somebody has it, when another may.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Model

PENDING: Final = "pending"
LONGEST_WAIT: Final = timedelta(hours=4)


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


def backoff(attempts: int) -> timedelta:
    """Gets how long to wait after so many attempts that failed.

    >>> [str(backoff(attempts)) for attempts in (1, 2, 3, 20)]
    ['0:01:00', '0:02:00', '0:04:00', '4:00:00']
    """
    return min(timedelta(minutes=2 ** min(attempts - 1, 10)), LONGEST_WAIT)
