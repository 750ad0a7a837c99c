"""Acts that happen at the same moment, each on a thread and a database connection of its own.

``together`` starts them at once, and the faster one wins. ``overtake`` decides who wins: one
act has read what it reads, and is about to take one of its locks, while the other one is done.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import connection

T = TypeVar("T")
Act = Callable[[], T]
Checkpoint = Callable[[str], None]

LONGEST: Final = 120.0
"""Seconds after which an act hangs, on however busy a machine."""
# SQLite locks the whole database when a transaction begins, PostgreSQL the rows that are read so.
LOCKS: Final = {"sqlite": ("BEGIN",), "postgresql": ("FOR UPDATE", "FOR NO KEY UPDATE")}
WAITING: Final = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


def together(*acts: Act[T]) -> list[T]:
    """Begin all acts at the same moment; return what each came to, in their order.

    The first error of an act is raised once all have ended.
    """
    gate = threading.Barrier(len(acts))

    def at_the_gate(act: Act[T]) -> Act[T]:
        def run() -> T:
            # Only once everybody is connected: to connect takes longer than to lock.
            connection.ensure_connection()
            gate.wait(LONGEST)
            return act()

        return run

    running = [begin(at_the_gate(act)) for act in acts]
    return [one.result(LONGEST) for one in running]


@dataclass(frozen=True)
class Overtaken(Generic[T]):
    """What both acts came to; ``at`` is the lock before which the first was overtaken."""

    at: int
    first: T
    second: T


def overtake(first: Act[T], second: Act[T], at: int) -> tuple[T, T] | None:
    """Let an act come to its lock number ``at``, a second one do all of its, and the first go on.

    Locks are counted from 1. Where the first holds locks already, the second goes as far as it can
    and then waits for it. None if the first takes fewer locks: then it was first after all.
    """
    there, go_on = threading.Event(), threading.Event()

    def stop_at_lock() -> T:
        count = 0

        def watch(execute: Any, sql: str, *rest: Any) -> Any:
            nonlocal count
            if any(word in sql for word in LOCKS[connection.vendor]):
                count += 1
                if count == at:
                    there.set()
                    go_on.wait(LONGEST)
            return execute(sql, *rest)

        with connection.execute_wrapper(watch):
            return first()

    late = begin(stop_at_lock)
    wait_for(lambda: there.is_set() or late.done())
    overtakes = there.is_set()
    quick = begin(second)
    try:
        wait_for(lambda: quick.done() or waits_for_a_lock())
    finally:
        go_on.set()
    results = late.result(LONGEST), quick.result(LONGEST)
    return results if overtakes else None


def waits_for_a_lock() -> bool:
    """Whether a connection waits for a lock of another; on SQLite an act that waits has none."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return bool(cursor.fetchone()[0])


def begin(act: Act[T]) -> Future[T]:
    """Begin an act on a thread of its own."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(act())
        except BaseException as error:  # noqa: BLE001
            done.set_exception(error)
        finally:
            connection.close()

    threading.Thread(target=run, daemon=True).start()
    return done


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until something is so.

    :raises AssertionError: if it never is.
    """
    end = time.perf_counter() + LONGEST
    while not is_so():
        assert time.perf_counter() < end, "An act hangs."
        time.sleep(0.002)


def orders() -> Iterator[int]:
    """The locks at which to overtake, from the first on; the caller breaks off."""
    yield from range(1, 20)
