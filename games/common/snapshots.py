"""Several queries that see a database as it was at one moment, while others write to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from django.db import Error
from django.db.backends.base.base import BaseDatabaseWrapper as Connection

# SQLite would take its write lock if Django began the transaction (see ttr_site/env.py).
_BEGIN: Final = {
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "sqlite": "BEGIN DEFERRED",
}


@contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """Let the queries within see what was committed when the first of them ran.

    Nobody waits for it, nor does it wait for anybody: it locks no row, writes nothing, and does on
    a replica. Within a transaction that has begun, queries see what they see there.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN[connection.vendor])
        try:
            yield
        finally:
            # A broken connection has nothing to roll back, and its own error must reach the caller.
            with suppress(Error):
                cursor.execute("ROLLBACK")
