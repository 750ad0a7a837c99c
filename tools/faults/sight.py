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
        """Let looks fail during the block; connections are new after it."""
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

        :raises OperationalError: if the database fails without such a fault.
        """
        while True:
            if getattr(self._mine, "seen", self._times) != self._times:
                # This connection was open during a fault: it may be dead.
                connection.close()
            self._mine.seen = self._times
            try:
                return what()
            except (OperationalError, InterfaceError):
                connection.close()
                if not self._disturbed and self._mine.seen == self._times:
                    raise
                time.sleep(PAUSE)
