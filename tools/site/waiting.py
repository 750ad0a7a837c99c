"""Waiting for what must happen, and the time that a whole run may take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
PATIENCE: Final = 60.0
"""Seconds until something that should happen counts as broken; it takes one or two."""


class Limit:
    """A number of minutes from now, after which nothing begins."""

    def __init__(self, minutes: float) -> None:
        self.minutes = minutes
        self._began = time.monotonic()

    def spent(self) -> float:
        """Minutes since the beginning."""
        return (time.monotonic() - self._began) / 60

    def left(self) -> float:
        """Minutes until the end; 0 after it."""
        return max(0.0, self.minutes - self.spent())

    def within(self, items: Iterable[T], what: str) -> Iterator[T]:
        """The items for as long as one may begin; says which ``what`` does not."""
        for item in items:
            if not self.left():
                print(f"\n{what} {item} does not begin: {self.minutes:g} minutes are over.")
                return
            yield item


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
