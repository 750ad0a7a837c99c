"""Looking into the database past the wires while its server may be killed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

T = TypeVar("T")
PAUSE = 0.2
"""Seconds between two looks while the server may be away."""


class Sight:
    """Looks again where the database is away because a fault is at it, and only there."""

    def __init__(self) -> None:
        self._disturbed = False
        self._times = 0
        self._mine = threading.local()

    @contextmanager
    def disturbed(self) -> Iterator[None]:
        """Let looks fail during the block; the connection of this thread is new after it."""
        self._disturbed = True
        try:
            yield
        finally:
            # In this order: a look that fails afterwards has to see that there was a fault.
            self._times += 1
            self._disturbed = False
            connection.close()

    def look(self, what: Callable[[], T]) -> T:
        """Read something, with further tries while a fault is at the server.

        A connection that was open during such a fault may fail once more after it.

        :raises OperationalError: if the database fails without such a fault.
        """
        self._mine.seen = getattr(self._mine, "seen", self._times)
        while True:
            times = self._times
            try:
                found = what()
            except (OperationalError, InterfaceError):
                connection.close()
                if not self._disturbed:
                    if self._mine.seen == self._times:
                        raise
                    self._mine.seen = self._times
                time.sleep(PAUSE)
            else:
                self._mine.seen = times
                return found
