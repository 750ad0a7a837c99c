"""Passwords are hashed by few threads, which give way to pages (decision 96).

A hash takes half a second of a processor, and strangers can ask for any number of them. So each
process hashes so many at a time as NIGHT_MAIL_PASSWORD_HASHES says, at a low priority; one more
may wait, and whoever comes then is told to come again. One from a known device waits some seconds
more, and has the next place that is free.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

MOST_THREADS: Final = 3
"""Of the four of a web process, that hash or wait for it: one stays for pages."""
WAITING: Final = 1
NICENESS: Final = 10
COME_AGAIN: Final = 5
"""Seconds."""
PATIENCE: Final = 10.0
"""The seconds that somebody from a known device waits for a place."""
patience: ContextVar[float] = ContextVar("patience", default=0.0)
"""The seconds that whoever is served here waits for a place."""


class TooBusy(Exception):
    """As many passwords as may be are hashed already."""

    retry_after: Final = COME_AGAIN


class Bench:
    """The threads of a process that hash, and how many others may hand them something to do."""

    def __init__(self, at_once: int) -> None:
        self.places = min(at_once + WAITING, max(at_once, MOST_THREADS))
        self._patient_places = max(0, MOST_THREADS - self.places)
        self._free = self.places
        self._patient = 0
        self._change = threading.Condition()
        self._threads = ThreadPoolExecutor(at_once, "hashing", initializer=_give_way)

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for a place."""
        with self._change:
            return self._patient > 0

    @property
    def is_full(self) -> bool:
        """Whether somebody who does not wait would be told to come again."""
        with self._change:
            return not self._free or self._patient > 0

    def run(self, work: Callable[[], str], *, patience: float = 0.0) -> str:
        """The result of some work that one of the threads does.

        With ``patience`` it waits so many seconds for a place, if nobody else waits; what is free
        meanwhile is not given to those without.

        :raises TooBusy: if no place is free.
        """
        self._take_place(patience)
        try:
            return self._threads.submit(work).result()
        finally:
            with self._change:
                self._free += 1
                self._change.notify()

    def _take_place(self, patience: float) -> None:
        with self._change:
            if self.is_full:
                if not patience or self._patient >= self._patient_places:
                    raise TooBusy
                self._patient += 1
                try:
                    if not self._change.wait_for(lambda: self._free > 0, patience):
                        raise TooBusy
                finally:
                    self._patient -= 1
            self._free -= 1


_benches: dict[int, Bench] = {}
_making = threading.Lock()


def bench() -> Bench:
    """The bench of this process, for as many threads as the settings say now."""
    at_once = settings.PASSWORD_HASHES
    with _making:
        if at_once not in _benches:
            _benches[at_once] = Bench(at_once)
        return _benches[at_once]


class BoundedHasher(PBKDF2PasswordHasher):
    """PBKDF2 as Django has it, under the same name, on the bench of the process."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """The password hashed.

        :raises TooBusy: if too many are being hashed.
        """
        work = partial(super().encode, password, salt, iterations)
        return bench().run(work, patience=patience.get())


def _give_way() -> None:
    # Linux alone knows the priority of a thread.
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _forget_threads() -> None:
    # A fork has none of the threads of the process before.
    global _making
    _making = threading.Lock()
    _benches.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
