"""Waiting for what must happen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0
"""Seconds until something that should happen counts as broken; it takes one or two."""


class NeverHappened(Exception):
    """Something that must happen did not, within the time that a promise gives it."""


def until(what: Callable[[], object], name: str, *, within: float = PATIENCE) -> float:
    """Wait until something is so; return how many seconds it took.

    :raises NeverHappened: if it takes longer than ``within``.
    """
    began = time.monotonic()
    while not what():
        if time.monotonic() - began > within:
            raise NeverHappened(f"not within {within:g} s: {name}")
        time.sleep(0.05)
    return time.monotonic() - began
