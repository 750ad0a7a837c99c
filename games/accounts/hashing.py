"""Password hashing in few threads, which yield to pages (decision 96).

A hash takes half a second of CPU, and anonymous users can ask for any number. So each process
hashes at most NIGHT_MAIL_PASSWORD_HASHES at a time, at a low priority. One more request may wait;
others are refused. A request from a known device waits some seconds more, and gets the next free
place.
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
"""Of the four threads of a web process, those that hash or wait for it: one stays for pages."""
WAITING: Final = 1
NICENESS: Final = 10
COME_AGAIN: Final = 5
"""Seconds."""
PATIENCE: Final = 10.0
"""Seconds that a request from a known device waits for a place."""
patience: ContextVar[float] = ContextVar("patience", default=0.0)
"""Seconds that the current request waits for a place."""


class TooBusy(Exception):
    """The maximum number of passwords is being hashed."""

    retry_after: Final = COME_AGAIN


class Bench:
    """The hashing threads of a process, and the limit on callers that may wait for them."""

    def __init__(self, at_once: int) -> None:
        self.places = min(at_once + WAITING, max(at_once, MOST_THREADS))
        self._patient_places = max(0, MOST_THREADS - self.places)
        self._free = self.places
        self._patient = 0
        self._change = threading.Condition()
        self._threads = ThreadPoolExecutor(at_once, "hashing", initializer=_give_way)

    @property
    def awaited(self) -> bool:
        """Whether a caller waits for a place."""
        with self._change:
            return self._patient > 0

    @property
    def is_full(self) -> bool:
        """Whether a caller who does not wait would be refused."""
        with self._change:
            return not self._free or self._patient > 0

    def run(self, work: Callable[[], str], *, patience: float = 0.0) -> str:
        """Return the result of some work that one of the threads does.

        With ``patience`` it waits up to n seconds for a place, if nobody else waits. Places that
        become free meanwhile are not given to callers without patience.

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
    """Return the bench of this process, with as many threads as the settings say now."""
    at_once = settings.PASSWORD_HASHES
    with _making:
        if at_once not in _benches:
            _benches[at_once] = Bench(at_once)
        return _benches[at_once]


class BoundedHasher(PBKDF2PasswordHasher):
    """Django's PBKDF2 hasher, under the same name, run on the bench of the process."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hashed password.

        :raises TooBusy: if too many are being hashed.
        """
        work = partial(super().encode, password, salt, iterations)
        return bench().run(work, patience=patience.get())


def _give_way() -> None:
    # Only Linux has a priority per thread.
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _forget_threads() -> None:
    # A forked process has none of its parent's threads.
    global _making
    _making = threading.Lock()
    _benches.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)
