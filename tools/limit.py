"""The time that a whole run may take, its preparations included."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


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
