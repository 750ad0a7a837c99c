"""One heap for all threads of a process."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# A thread takes a block: that of the C library's main heap lies where the system says "[heap]".
SCRIPT = """
import ctypes, sys, threading
from ttr_site.heaps import share_heap
if sys.argv[1] == "shared":
    assert share_heap()
kept = []
thread = threading.Thread(target=lambda: kept.append(bytearray(50_000)))
thread.start()
thread.join()
block = ctypes.addressof(ctypes.c_char.from_buffer(kept[0]))
(heap,) = (line.split()[0] for line in open("/proc/self/maps") if line.rstrip().endswith("[heap]"))
first, last = (int(end, 16) for end in heap.split("-"))
print(first <= block < last)
"""


def is_in_main_heap(way: str) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, way], capture_output=True, text=True, check=True
    )
    return done.stdout.strip() == "True"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of glibc alone")
def test_threads_take_their_memory_from_one_heap() -> None:
    assert is_in_main_heap("shared")
    assert not is_in_main_heap("own")
