"""Names the processes that hold a lock which a command waits for, on PostgreSQL."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final, Self

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

logger = logging.getLogger(__name__)

AFTER: Final = 10.0
"""Seconds of waiting after which they are named, and again."""
# Queries are left out: they hold what people wrote.
_HOLDERS: Final = """
    SELECT pid, coalesce(nullif(application_name, ''), 'unnamed'),
           coalesce(client_addr::text, 'this machine'), coalesce(state, 'unknown'),
           to_char(query_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')
    FROM pg_stat_activity
    WHERE pid = ANY (pg_blocking_pids(%s)) AND pid <> pg_backend_pid()
    ORDER BY query_start
"""


class LockWatch:
    """Says every few seconds for whom a connection waits; nothing on other databases.

    It looks from a connection and a thread of its own, and stops at the end of the block.
    """

    def __init__(
        self, connection: BaseDatabaseWrapper, say: Callable[[str], Any], after: float = AFTER
    ) -> None:
        self._connection = connection
        self._say = say
        self._after = after
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._connection.vendor == "postgresql":
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (pid,) = cursor.fetchone()
            self._thread = threading.Thread(target=self._watch, args=(pid,), daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join(self._after)

    def _watch(self, pid: int) -> None:
        handler = ConnectionHandler({"default": {**self._connection.settings_dict}})
        line = handler["default"]
        try:
            while not self._over.wait(self._after):
                self._tell(line, pid)
        except DatabaseError:
            logger.warning("Who holds a lock could not be read.", exc_info=True)
        finally:
            line.close()

    def _tell(self, line: BaseDatabaseWrapper, pid: int) -> None:
        with line.cursor() as cursor:
            cursor.execute(_HOLDERS, [pid])
            for holder, name, where, state, began in cursor.fetchall():
                self._say(
                    f"Waiting for process {holder} of the database ({name}, from {where}), which"
                    f" holds a lock: {state}, its last query began at {began} UTC. Stop that"
                    f" program, or end its transaction: SELECT pg_terminate_backend({holder});"
                )
