"""The memory allocation of the C library in a multi-threaded process (decision 182)."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

HEAPS: Final = 1
ARENA_MAX: Final = -8
"""``M_ARENA_MAX`` of mallopt(3)."""


def share_heap() -> bool:
    """Let all threads allocate from one heap, with glibc; return whether that is so now.

    Otherwise each thread has a heap of its own: a page takes hundreds of kilobytes, and memory
    freed by one thread is not found by the next. Python runs one thread at a time, so they rarely
    wait for each other here.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        # Another C library: musl has one heap anyway.
        return False
    return bool(mallopt(ARENA_MAX, HEAPS))
