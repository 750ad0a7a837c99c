"""The last success of each job of the beat, as rows: every process can read them."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError

from games.clock.models import Heartbeat

logger = logging.getLogger(__name__)

BACKUP: Final = "backup"
FAILED_BACKUP: Final = "failed backup"
"""Not jobs of the beat: `manage.py backup` records them."""
SELDOM: Final = timedelta(seconds=20)
"""The minimum time between two records of a job by one process."""
_noted: Final[dict[str, datetime]] = {}


def note_run(*, job: str, now: datetime) -> bool:
    """Record the success of a job, unless this process has just done so; return whether it did."""
    last = _noted.get(job)
    if last is not None and timedelta() <= now - last < SELDOM:
        return False
    try:
        Heartbeat.objects.update_or_create(job=job, defaults={"at": now})
    except DatabaseError:
        logger.warning("That %s has run could not be written down.", job, exc_info=True)
        return False
    _noted[job] = now
    return True
