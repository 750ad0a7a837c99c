"""Send Celery tasks after the commit, without making a request wait for a broker that is away.

A task is a hint: due work is in rows, which a sweep finds; the broker only makes it sooner. Callers
wait at most 0.1 s for the broker.

Decision 2 says why.
"""

from __future__ import annotations

import logging
import math
import os
import threading
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from queue import Full, Queue
from typing import Any, Final, TypeVar

from celery import current_app
from django.db import transaction

from games.common import log_context

logger = logging.getLogger(__name__)

CAUSE: Final = "night_mail_request"
"""The header of a message with the id of the request that asked for it, for the log."""
RESULTS_TASK: Final = "games.count_results"
"""The task that counts the results of games, sent by the packages below it."""
PATIENCE: Final = 0.1
"""Seconds that a request waits for the broker, with all its hints together."""
SILENCE: Final = 2.0
"""Seconds after which a broker that says nothing is given up."""
REST: Final = 5.0
"""Seconds for which a broker that has failed is left alone; hints are dropped meanwhile."""
SPACING: Final = 1.0
"""Seconds between two hints of one process that say the same, where one will do for many."""
MARGIN: Final = 0.25
"""Seconds by which such a hint comes later than it must, for a worker whose clock is ahead."""
WAITING: Final = 100
"""Hints that are kept while the broker is slow; more are dropped."""
# One attempt, no second one behind our back. Each transport reads those options that it knows.
ONCE: Final = {"interval_start": 0, "interval_step": 0, "interval_max": 0}


T = TypeVar("T")


def impatient(url: str | None, silence: float, *, retries: int) -> dict[str, Any]:
    """Options of the transport to a broker that is given up after some seconds of silence."""
    names: tuple[str, ...] = ()
    if str(url).startswith("redis"):
        names = ("socket_timeout", "socket_connect_timeout")
    elif str(url).startswith("amqp"):
        names = ("read_timeout", "write_timeout")
    return {**ONCE, "max_retries": retries, **dict.fromkeys(names, silence)}


def for_each(
    rows: Iterable[T],
    act: Callable[[T], int],
    logger: logging.Logger,
    failure: str,
    *,
    until: float = math.inf,
) -> tuple[int, int]:
    """Act on each row; one that fails is logged and does not keep the others waiting.

    ``failure`` is the message for the log, with ``%s`` for the row. No row is begun after
    ``until``, on the clock of ``time.monotonic``. Return the sum of what the acts returned, and how
    many failed.
    """
    done = failed = 0
    for row in rows:
        if time.monotonic() >= until:
            break
        with log_context.scope():
            try:
                done += act(row)
            except Exception:
                logger.exception(failure, row)
                failed += 1
    return done, failed


def send_on_commit(task: str, *args: object) -> None:
    """Send the task of this name to the workers after the commit."""
    transaction.on_commit(lambda: _messenger.send(task, args), robust=True)


def ask_on_commit(task: str) -> None:
    """Ask for the task of this name after the commit, at once or within two seconds.

    For a task that does all there is to do whenever it runs: one that is still to run does what is
    committed by then, and while many ask for it, it runs once a second for each process.
    """
    transaction.on_commit(lambda: _messenger.ask(task), robust=True)


def send_delayed(task: str, *args: object, wait: timedelta) -> None:
    """Ask for the task of this name in a moment, at most a minute from now."""
    seconds = wait.total_seconds()
    transaction.on_commit(lambda: _messenger.send(task, args, countdown=seconds), robust=True)


class _Messenger:
    """A sender of hints to the broker, on a thread and a connection of its own."""

    def __init__(self) -> None:
        self._start_afresh()
        os.register_at_fork(after_in_child=self._start_afresh)

    def _start_afresh(self) -> None:
        self._hints: Queue[tuple[str, tuple[object, ...], dict[str, Any], threading.Event]]
        self._hints = Queue(WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._behind = False
        self._rests_until = 0.0
        # When the run begins, at the earliest, that the last hint of :meth:`ask` asked for.
        self._runs_at: dict[str, float] = {}
        self._app: Any = None
        self._producer: Any = None

    def ask(self, task: str) -> None:
        """Hand a hint over, later or not at all where others have asked for the same."""
        moment = time.monotonic()
        with self._lock:
            last = self._runs_at.get(task, -SPACING)
            if moment < last:
                return
            wait = max(0.0, last + SPACING - moment)
            self._runs_at[task] = moment + wait
        if wait:
            self.send(task, (), countdown=wait + MARGIN)
        else:
            self.send(task, ())

    def send(self, task: str, args: tuple[object, ...], **options: Any) -> None:
        """Hand a hint over; wait for the broker unless it is behind already."""
        if time.monotonic() < self._rests_until:
            return
        if request := log_context.current().request:
            options["headers"] = {CAUSE: request}
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="hints", daemon=True)
                self._thread.start()
        done = threading.Event()
        try:
            self._hints.put_nowait((task, args, options, done))
        except Full:
            return
        if not self._behind and not done.wait(PATIENCE):
            self._behind = True

    def _work(self) -> None:
        while True:
            task, args, options, done = self._hints.get()
            try:
                if time.monotonic() >= self._rests_until:
                    self._publish(task, args, options)
                    self._behind = False
            except Exception:
                self._rests_until = time.monotonic() + REST
                logger.warning("The broker takes no hints; sweeps go on.", exc_info=True)
                self._hang_up()
            finally:
                done.set()

    def _publish(self, task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
        if self._producer is not None:
            try:
                self._send(task, args, options)
                return
            except Exception:
                # A line that was long idle may be dead: that says nothing about the broker.
                logger.info("The line to the broker is dead; trying a new one.", exc_info=True)
                self._hang_up()
        self._send(task, args, options)

    def _send(self, task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
        if self._producer is None or self._app is not current_app:
            self._hang_up()
            line = current_app.connection_for_write(
                connect_timeout=SILENCE,
                transport_options=impatient(current_app.conf.broker_write_url, SILENCE, retries=1),
            )
            self._app = current_app
            self._producer = current_app.amqp.Producer(line, auto_declare=False)
        current_app.send_task(
            task, args, producer=self._producer, ignore_result=True, retry=False, **options
        )

    def _hang_up(self) -> None:
        producer, self._producer = self._producer, None
        if producer is None:
            return
        try:
            producer.connection.collect(socket_timeout=SILENCE)
        except Exception:
            logger.debug("The connection to the broker was gone already.", exc_info=True)


_messenger: Final = _Messenger()
