"""What this process has made of logs lately.

Everything is kept under the hash of the last event that it follows from. That hash covers a secret
salt and all earlier hashes, so an entry cannot become stale or be mistaken for another, not even
after a rollback. A cache may be emptied at any time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final, Generic, TypeVar

import engine

SIZE: Final = 200
T = TypeVar("T")


class LogCache(Generic[T]):
    """Values by the hash of the last event; those that were used last are kept."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, last_hash: str) -> T | None:
        """The value after the event of this hash, if it is kept."""
        with self._lock:
            if last_hash in self._values:
                self._values.move_to_end(last_hash)
            return self._values.get(last_hash)

    def put(self, last_hash: str, value: T) -> None:
        """Keep a value, which nobody may change from now on."""
        with self._lock:
            self._values[last_hash] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()


_states: Final = LogCache[engine.Game](SIZE)
put = _states.put
clear = _states.clear
peek = _states.get
"""The state itself, if it is kept: nobody changes it."""


def get(last_hash: str) -> engine.Game | None:
    """A copy of the state after the event of this hash, if it is kept."""
    state = _states.get(last_hash)
    # Nobody changes a cached state, so it can be copied outside the lock.
    return None if state is None else state.copy()
