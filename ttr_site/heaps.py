"""How the C library hands out memory to a process of several threads (decision 182)."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

HEAPS: Final = 1
ARENA_MAX: Final = -8
"""``M_ARENA_MAX`` of mallopt(3)."""


def share_heap() -> bool:
    """Let all threads take memory from one heap, with glibc; return whether that is so now.

    Otherwise each thread fills one of its own, which nobody tidies: a page has hundreds of
    kilobytes, and what one thread gave back, the next did not find. Python lets one thread run at
    a time, so that they seldom wait for each other here.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        # Another C library: musl has one heap as it is.
        return False
    return bool(mallopt(ARENA_MAX, HEAPS))
