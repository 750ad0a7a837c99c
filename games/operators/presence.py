"""What processes say of themselves: that they live, which beat asked, with which key they sign.

The marks are heartbeats. Every worker and every command of the site can read them, on whatever
machine the process is.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils.timezone import now

from games.clock.models import Heartbeat
from games.operators.job_runs import note_run

logger = logging.getLogger(__name__)

MAIL_GATE: Final = "mailgate"
STREAM: Final = "stream"
LIVING: Final = (MAIL_GATE, STREAM)
"""Processes that note each minute that they live, and forget it when they are stopped."""
EVERY: Final = 60.0
"""Seconds between two marks."""
BEAT: Final = "beat "
KEY: Final = "key "
MARKS: Final = (*LIVING, BEAT, KEY)
"""How the names of marks begin; other heartbeats are jobs."""
A_DAY: Final = timedelta(days=1)
"""The time for which a beat that has ended is remembered."""
SIGNED: Final = timedelta(days=60)
"""The time for which sessions and links in mails live that a key has signed."""
TOGETHER: Final = timedelta(seconds=50)
"""Two beats that have both asked within this time run at once."""


class Living:
    """Notes that a process lives, on a thread of its own, until :meth:`stop`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._note, name="living", daemon=True)

    def start(self) -> Living:
        """Begin, and return itself."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End, and forget the process: it was stopped on purpose."""
        self._stopped.set()
        self._thread.join(EVERY / 10)

    def _note(self) -> None:
        while True:
            try:
                note_run(job=self._name, now=now())
            except Exception:
                # The database is away, or has no such table yet: the process lives all the same.
                logger.warning("That %s lives could not be noted.", self._name, exc_info=True)
            finally:
                connection.close()
            if self._stopped.wait(EVERY):
                break
        try:
            Heartbeat.objects.filter(job=self._name).delete()
        except Exception:
            logger.warning("The end of %s could not be written down.", self._name, exc_info=True)
        finally:
            connection.close()


def living_since(name: str) -> datetime | None:
    """When a process of :data:`LIVING` was last seen; None if none ran, or the last was stopped."""
    return Heartbeat.objects.filter(job=name).values_list("at", flat=True).first()


def note_beat(*, beat: str, now: datetime) -> None:
    """Note which beat has asked a worker, and with which key the worker signs."""
    if note_run(job=f"{BEAT}{beat}", now=now):
        Heartbeat.objects.filter(job__startswith=BEAT, at__lt=now - A_DAY).delete()
    note_run(job=f"{KEY}{fingerprint(settings.SECRET_KEY)}", now=now)


def beats(*, now: datetime) -> int:
    """How many beats run."""
    lately = Heartbeat.objects.filter(job__startswith=BEAT, at__gt=now - TOGETHER)
    return lately.count()


def fingerprint(key: str) -> str:
    """A short digest of a secret key, which is too long to be guessed from it."""
    digest = hmac.new(key.encode(), b"the key of this site", hashlib.sha256)
    return digest.hexdigest()[:16]


def other_keys(keys: Sequence[str], *, now: datetime) -> list[datetime]:
    """When workers last signed with keys that are none of these, latest first.

    Keys that have not been used for :data:`SIGNED` are forgotten.
    """
    known = [f"{KEY}{fingerprint(key)}" for key in keys]
    rows = Heartbeat.objects.filter(job__startswith=KEY, at__gt=now - SIGNED)
    rows = rows.exclude(job__in=known)
    return list(rows.order_by("-at").values_list("at", flat=True))
