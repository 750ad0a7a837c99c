"""Logging handlers: one counts errors, one stores them for the mail to the operators.

A handler may be called anywhere in the program, in a failed transaction or in a request that
somebody waits for. So it only remembers. A thread of its own writes into the database, and retries
while that is down.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from django.apps import apps
from django.db import connections

from ttr_site.redacting import redacted

if TYPE_CHECKING:
    from games.operators.faults import SeenFault

MAX_FAULTS: Final = 200
"""The number of different faults remembered while the database is down."""
GATHER: Final = 0.5
"""Seconds to wait for more faults before writing them."""
RETRY: Final = 15.0
LAST_CHANCE: Final = 3.0
"""Seconds that an ending process may take to write its last faults."""
# The alarm writes mails of its own; the other loggers report anonymous requests for missing pages.
LEFT_OUT: Final = ("games.scheduler.alarm", "games.operators", "django.security.DisallowedHost")


class FaultHandler(logging.Handler):
    """Stores every record that it gets; one for each place of the program, with its count."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        # Not the lock of all handlers: that is held while a process waits for us to end.
        self._seen: dict[str, SeenFault] = {}
        self._start_afresh()
        os.register_at_fork(after_in_child=self._start_afresh)

    def _start_afresh(self) -> None:
        # After a fork the thread and its faults belong to the parent.
        self._seen = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(LEFT_OUT) or threading.current_thread() is self._thread:
            return
        try:
            with self._lock:
                self._remember(record)
                self._write_soon()
        except Exception:  # noqa: BLE001 (logging must never fail)
            self.handleError(record)

    def close(self) -> None:
        """Wait a moment for unwritten faults: logging calls this when a process ends."""
        thread = self._thread
        if thread is not None:
            thread.join(LAST_CHANCE)
        super().close()

    def _remember(self, record: logging.LogRecord) -> None:
        from games.operators.faults import SeenFault

        place = _place(record)
        key = hashlib.sha256(place.encode()).hexdigest()
        at = datetime.fromtimestamp(record.created, UTC)
        before = self._seen.get(key)
        if before is None and len(self._seen) >= MAX_FAULTS:
            return
        text = self.format(record)
        count = before.count + 1 if before else 1
        self._seen[key] = SeenFault(key, place, text, count, before.first_at if before else at, at)

    def _write_soon(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="faults", daemon=True)
            self._thread.start()

    def _write(self) -> None:
        from games.operators.faults import record_faults

        pause = GATHER
        while True:
            time.sleep(pause)
            with self._lock:
                seen, self._seen = self._seen, {}
                if not seen:
                    self._thread = None
                    return
            try:
                apps.check_models_ready()
                record_faults(seen=seen.values())
                pause = GATHER
            except Exception:  # noqa: BLE001 (retried, whatever it was)
                self._put_back(seen)
                pause = RETRY
            finally:
                connections.close_all()

    def _put_back(self, seen: dict[str, SeenFault]) -> None:
        with self._lock:
            for key, old in seen.items():
                new = self._seen.get(key)
                self._seen[key] = (
                    replace(new, count=new.count + old.count, first_at=old.first_at) if new else old
                )


def _place(record: logging.LogRecord) -> str:
    """Return the error and its place, which are equal for each occurrence.

    The request is not part of it, or each URL of a storm would be a fault of its own.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        what = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        return f"{record.name}:{record.lineno}: {redacted(what)[:100]}"
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = (
        f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
    )
    return f"{type(error).__name__} at {where} ({record.name})"


class ErrorCounter(logging.Handler):
    """Counts records at ERROR and worse, by logger."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        # Settings are being read while handlers are made.
        from games.common.metrics import ERRORS

        ERRORS.labels(record.name).inc()
