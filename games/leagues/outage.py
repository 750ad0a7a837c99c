"""Makes up for time in which no season was run: its dates move, so that nothing is decided late.

A season whose whole time went by unseen would otherwise be drawn, begun and adjudicated in one
minute, by lot.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from games.clock.models import Heartbeat
from games.clock.outage import AHEAD
from games.leagues import mails
from games.leagues.models import Season

SHORTEST: Final = timedelta(hours=1)
"""What is shorter moves no date: a season is counted in days."""

logger = logging.getLogger(__name__)

JOB: Final = "seasons"
STEPS: Final = {
    "registration_closes_at": "drawn_at",
    "starts_at": "started_at",
    "ends_at": "adjudicated_at",
}
"""The dates at which the runner does something, with the column that says it was done."""


@transaction.atomic
def catch_up(*, beats: bool = True, now: datetime) -> list[Season]:
    """Notes that seasons are run, and moves dates by the time in which they were not.

    With ``beats`` false this is no run of the worker, but looks whether there was one.

    All of it is one transaction: a run that dies half-way leaves the outage for the next. Gets the
    seasons whose dates moved; everybody in them gets a mail.
    """
    if not beats and not Heartbeat.objects.filter(job=JOB).exists():
        return []
    heartbeat, new = Heartbeat.objects.select_for_update().get_or_create(
        job=JOB, defaults={"at": now}
    )
    since = heartbeat.at
    if since - now > AHEAD:  # a clock was ahead and is right again
        Heartbeat.objects.filter(job=JOB).update(at=now)
    if new or now <= since:
        return []
    outage = now - since > max(SHORTEST, timedelta(minutes=settings.OUTAGE_MINUTES))
    if beats or outage:
        Heartbeat.objects.filter(job=JOB).update(at=now)
    if not outage:
        return []
    logger.warning("No season was run since %s: the dates of seasons move.", since)
    running = Season.objects.filter(
        announced_at__isnull=False, adjudicated_at=None, cancelled_at=None
    )
    locked = running.select_for_update(of=("self",)).select_related("league").order_by("pk")
    return [season for season in locked if _push(season, since, now)]


def _push(season: Season, since: datetime, now: datetime) -> bool:
    """Moves the dates of a season that lay ahead when the outage began; gets whether any did."""
    by = now - since
    dates = {
        name: before
        for name, done in STEPS.items()
        if getattr(season, done) is None and (before := getattr(season, name)) > since
    }
    for name, before in dates.items():
        setattr(season, name, before + by)
    if dates:
        season.save(update_fields=list(dates))
        mails.tell_outage(season, since, dates, now)
    return bool(dates)
