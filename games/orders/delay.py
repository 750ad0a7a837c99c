"""How long an order waits once its turn has come: drawn by lot, so that timing tells nothing."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

SHORTEST: Final = timedelta(minutes=2)
LONGEST: Final = timedelta(minutes=20)
MICROSECOND: Final = timedelta(microseconds=1)


def draw_delay() -> timedelta:
    """Gets a delay between the shortest and the longest, all equally likely.

    >>> SHORTEST <= draw_delay() <= LONGEST
    True
    """
    return SHORTEST + secrets.randbelow((LONGEST - SHORTEST) // MICROSECOND + 1) * MICROSECOND
