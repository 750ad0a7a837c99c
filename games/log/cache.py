"""States of games that this process has loaded or written lately.

A state is kept under the hash of the last event folded into it. That hash covers a secret salt and
all earlier hashes, so an entry cannot become stale or be mistaken for another, not even after a
rollback. The cache may be emptied at any time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Final

import engine

SIZE: Final = 200

_states: OrderedDict[str, engine.Game] = OrderedDict()
_lock = threading.Lock()


def get(last_hash: str) -> engine.Game | None:
    """A copy of the state after the event of this hash, if it is kept."""
    with _lock:
        state = _states.get(last_hash)
        if state is None:
            return None
        _states.move_to_end(last_hash)
    # Nobody changes a cached state, so it can be copied outside the lock.
    return state.copy()


def put(last_hash: str, state: engine.Game) -> None:
    """Keep a state, which nobody may change from now on."""
    with _lock:
        _states[last_hash] = state
        while len(_states) > SIZE:
            _states.popitem(last=False)


def clear() -> None:
    """Forget all states."""
    with _lock:
        _states.clear()
