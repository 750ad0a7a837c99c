"""Delays after failed attempts of mails, calls of webhooks, push messages and rows of jobs."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

FIRST_WAIT: Final = timedelta(seconds=5)
"""After a fault that may be over in a moment."""
LONGEST_WAIT: Final = timedelta(hours=4)
MOST_BY_CHANCE: Final = 1.25
CHANCE: Final = random.SystemRandom()


def backoff(attempts: int, *, first: timedelta = FIRST_WAIT) -> timedelta:
    """Return the time to wait after n failed attempts: twice as long each time.

    It is a quarter more or less, by chance, so that failures do not come back together.

    >>> FIRST_WAIT * 0.75 <= backoff(1) <= FIRST_WAIT * 1.25
    True
    >>> backoff(40) <= LONGEST_WAIT * 1.25
    True
    """
    return _wait_after(attempts, first) * CHANCE.uniform(0.75, MOST_BY_CHANCE)


def longest_wait(attempts: int, *, first: timedelta) -> timedelta:
    """Return the longest time that :func:`backoff` can return after n attempts.

    >>> backoff(3, first=FIRST_WAIT) <= longest_wait(3, first=FIRST_WAIT)
    True
    """
    return _wait_after(max(attempts, 1), first) * MOST_BY_CHANCE


def _wait_after(attempts: int, first: timedelta) -> timedelta:
    return min(first * 2 ** min(attempts - 1, 15), LONGEST_WAIT)
