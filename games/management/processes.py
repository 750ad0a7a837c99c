"""Work on many rows in several processes, each with a connection of its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Final, TypeVar

T = TypeVar("T")
BATCH: Final = 20
"""Rows that a process gets at once: few enough for a bar that moves."""


def default_processes() -> int:
    """One process per core, four at most: the site needs some too."""
    return min(4, os.cpu_count() or 1)


def spread(
    function: Callable[[int], T], ids: Sequence[int], *, processes: int
) -> Iterator[tuple[int, T]]:
    """Yield each id with the function's result, in order. With one process, in this one.

    ``function`` must be defined at the top level of a module.
    """
    if processes < 2 or len(ids) <= BATCH:
        for one in ids:
            yield one, function(one)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_begin)
    try:
        yield from zip(ids, pool.map(function, ids, chunksize=BATCH), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    import django

    django.setup()


def _end_with_parent() -> None:
    """End with the command: otherwise its processes would survive when it is killed."""
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
