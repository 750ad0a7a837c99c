"""Tells a load balancer whether this process can serve, and a watchman whether the clock runs."""

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

from games.clock.alarm import DEADLINES, MAIL, REFUSALS, SWEEP, overdue
from games.clock.models import Heartbeat
from games.clock.outage import JOB

logger = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds: whoever asks how we are gives up soon after (ttr_site/healthcheck.py)."""


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answers 200 while the database answers, else 503; says nothing else about the inside.

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


Found = tuple[bool, set[str]]


class _Probe:
    """Asks the database on a thread and a connection of its own, for nobody can wait for it there.

    A database that hangs holds one such thread, however often one asks: whoever asks while one is
    under way waits for that one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Future[Found] | None = None

    def ask(self, moment: datetime) -> Found:
        """Whether the sweep ever ran, and what is overdue.

        :raises TimeoutError: if the database does not answer in time.
        """
        with self._lock:
            if self._found is None or self._found.done():
                self._found = Future()
                thread = threading.Thread(
                    target=_look, args=(self._found, moment), name="health", daemon=True
                )
                thread.start()
            found = self._found
        return found.result(timeout=PATIENCE)


def _look(found: Future[Found], moment: datetime) -> None:
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = %s", [f"{PATIENCE:g}s"])
        started = Heartbeat.objects.filter(job=JOB).exists()
        found.set_result((started, set(overdue(now=moment))))
    except Exception as error:
        logger.warning("The health of the site could not be told.", exc_info=True)
        found.set_exception(error)
    finally:
        connection.close()


_probe: Final = _Probe()
