"""Health check: whether this process can serve, and whether sweep, deadlines and mail keep time."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from datetime import datetime
from typing import Final

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.clock.models import Heartbeat
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
        started, late = _probe.ask(now())
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


Findings = tuple[bool, set[str]]


class _DatabaseProbe:
    """A probe of the database on a thread and a connection of its own, so that no request hangs.

    A database that hangs holds one such thread, however often it is asked: a request that comes
    while one is under way waits for that one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Findings] | None = None

    def ask(self, moment: datetime) -> Findings:
        """Whether the sweep ever ran, and what is overdue.

        :raises TimeoutError: if the database does not answer in time.
        """
        with self._lock:
            if self._found is None or self._found.done():
                self._found = Future()
                thread = threading.Thread(
                    target=_query_database, args=(self._found, moment), name="health", daemon=True
                )
                thread.start()
            found = self._found
        return found.result(timeout=TIMEOUT)


def _query_database(found: Future[Findings], moment: datetime) -> None:
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = %s", [f"{TIMEOUT:g}s"])
        started = Heartbeat.objects.filter(job=JOB).exists()
        found.set_result((started, set(overdue(now=moment))))
    except Exception as error:
        logger.warning("The health of the site could not be told.", exc_info=True)
        found.set_exception(error)
    finally:
        connection.close()


_probe: Final = _DatabaseProbe()
