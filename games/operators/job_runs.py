"""When each job of the beat last ended well, as rows: any process can tell, whoever ran it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError

from games.clock.models import Heartbeat

logger = logging.getLogger(__name__)

BACKUP: Final = "backup"
"""Not of the beat: `manage.py backup` leaves it."""
SELDOM: Final = timedelta(seconds=20)
"""A process writes down no more often than this that a job has run."""
_noted: Final[dict[str, datetime]] = {}


def note_run(*, job: str, now: datetime) -> None:
    """Write down that a job has ended well, unless this process has just done so."""
    last = _noted.get(job)
    if last is not None and timedelta() <= now - last < SELDOM:
        return
    try:
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now})
    except DatabaseError:
        logger.warning("That %s has run could not be written down.", job, exc_info=True)
    else:
        _noted[job] = now
