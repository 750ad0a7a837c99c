"""Health checks: whether this process can serve, and whether sweep, deadlines and mail keep time.

``/healthz`` says whether it lives, ``/readyz`` whether it may be given requests.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Final, Generic, TypeVar

from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clock.models import Heartbeat
from games.operators.readiness import broker_state, database_state
from games.scheduler.alarm import DEADLINES, MAIL, REFUSALS, SWEEP, overdue
from games.scheduler.outage import JOB

logger = logging.getLogger(__name__)

TIMEOUT: Final = 2.0
"""Seconds; the health check of a container gives up soon after (ttr_site/healthcheck.py)."""


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 while the database answers, else 503; say nothing else about the inside.

    `sweep` is "running", "late" or "never run", `deadlines` "kept" or "late", `mail` "flowing" or
    "stuck". None of it is the fault of this process, which goes on serving pages: watch the words,
    not the status.
    """
    try:
        started, late = _health.ask(partial(_look_at_work, now()))
    except (DatabaseError, TimeoutError):
        return JsonResponse({"database": "down"}, status=503)
    sweep = "late" if SWEEP in late else "running" if started else "never run"
    return JsonResponse(
        {
            "database": "up",
            "sweep": sweep,
            "deadlines": "late" if DEADLINES in late else "kept",
            "mail": "stuck" if late & {MAIL, REFUSALS} else "flowing",
        }
    )


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 if requests can be answered, else 503, with a word about each part.

    `database` is "up", "behind" (migrations are to be applied), "ahead" (a newer program has
    applied its own), "read-only" or "down". `broker` is "up" or "away": without it pages are served
    and moves made, and sweeps find the rest.
    """
    try:
        database = _readiness.ask(_look_at_tables)
    except (DatabaseError, TimeoutError):
        database = "down"
    try:
        broker = _broker.ask(broker_state)
    except TimeoutError:
        broker = "away"
    status = 200 if database == "up" else 503
    return JsonResponse({"database": database, "broker": broker}, status=status)


Found = TypeVar("Found")


class _Probe(Generic[Found]):
    """A question asked on a thread and a connection of its own, so that no request hangs.

    A server that hangs holds one such thread, however often it is asked: a request that comes
    while one is under way waits for that one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Found] | None = None

    def ask(self, look: Callable[[], Found]) -> Found:
        """What ``look`` finds.

        :raises TimeoutError: if it does not come back in time.
        """
        with self._lock:
            if self._found is None or self._found.done():
                self._found = Future()
                thread = threading.Thread(
                    target=_find, args=(self._found, look), name="health", daemon=True
                )
                thread.start()
            found = self._found
        return found.result(timeout=TIMEOUT)


def _find(found: Future[Found], look: Callable[[], Found]) -> None:
    try:
        found.set_result(look())
    except Exception as error:
        logger.warning("The health of the site could not be examined.", exc_info=True)
        found.set_exception(error)
    finally:
        connection.close()


def _look_at_work(moment: datetime) -> tuple[bool, set[str]]:
    """Whether the sweep ever ran, and what is overdue."""
    with _bounded_questions():
        return Heartbeat.objects.filter(job=JOB).exists(), set(overdue(now=moment))


def _look_at_tables() -> str:
    with _bounded_questions():
        return database_state()


@contextmanager
def _bounded_questions() -> Iterator[None]:
    """Let the database give up a question as soon as nobody waits for its answer."""
    if connection.vendor != "postgresql":
        yield
        return
    # For this transaction only: the connection goes back into the pool, and on to requests.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = '{TIMEOUT:g}s'")
        yield


_health: Final[_Probe[tuple[bool, set[str]]]] = _Probe()
_readiness: Final[_Probe[str]] = _Probe()
_broker: Final[_Probe[str]] = _Probe()
