"""Dates of a season: moved by directors, and by the runner after an outage.

Without this, a season that passed during an outage would be drawn, begun and adjudicated by lot
within one minute.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Season
from games.leagues.season import recipients
from games.leagues.season.locking import lock_season, store
from games.leagues.season.plan import DATES, SHORTEST_SEASON, check_date_order
from games.leagues.season.reserve_list import fill_places
from games.scheduler.outage import last_before_outage

logger = logging.getLogger(__name__)


DateChange = tuple[datetime, datetime]
DATES_OF_STEPS: Final = {
    "registration_closes_at": "drawn_at",
    "starts_at": "started_at",
    "ends_at": "adjudicated_at",
}
"""The dates of the runner's steps, with the column that says the step was taken."""


def movable_dates(season: Season) -> list[str]:
    """Return the names of the dates that can still be moved."""
    if season.announced_at is None or not season.goes_on:
        return []
    return [name for name, done in DATES_OF_STEPS.items() if getattr(season, done) is None]


@transaction.atomic
def move_dates(
    *, season: Season, dates: Mapping[str, datetime], now: datetime
) -> dict[str, DateChange]:
    """Move dates of a season by their field names; return the changed ones: before, after.

    :raises Refused: if a date cannot be moved (any more), has passed, or their order would break,
        if an earlier last day comes too soon, or if nothing would change.
    """
    locked = lock_season(season)
    changed = check_dates(season=locked, dates=dates, now=now)
    store(locked, **{name: after for name, (_before, after) in changed.items()})
    if "registration_closes_at" in changed:
        # Registration is open again: latecomers rank before those who register now.
        fill_places(locked, now)
    return changed


def check_dates(
    *, season: Season, dates: Mapping[str, datetime], now: datetime
) -> dict[str, DateChange]:
    """Return the dates that :func:`move_dates` would change: before, after.

    :raises Refused: as that does.
    """
    changed = {
        name: (before, after)
        for name, after in dates.items()
        if (before := getattr(season, name)) != after
    }
    if not changed:
        raise Refused(_("The season already has these dates."))
    can_move = movable_dates(season)
    for name, (_before, after) in changed.items():
        if name not in can_move:
            raise Refused(_why_fixed(season, name))
        if after <= now:
            raise Refused(_("You cannot move a date into the past. Choose later dates."))
    check_date_order({name: getattr(season, name) for name in DATES} | dict(dates))
    if "ends_at" in changed:
        before, after = changed["ends_at"]
        if after < before and after - now < SHORTEST_SEASON:
            raise Refused(
                _("Leave at least %(days)d days to play before the last day.")
                % {"days": SHORTEST_SEASON.days}
            )
    return changed


def _why_fixed(season: Season, name: str) -> str:
    if season.announced_at is None:
        return _("This season is still a plan. Change the plan.")
    if season.adjudicated_at is not None:
        return _("This season is over.")
    if name == "registration_closes_at":
        return _("The divisions are drawn: registration is over.")
    return _("The games have begun.")


SHORTEST_OUTAGE: Final = timedelta(hours=1)
"""A shorter outage moves no date: a season is counted in days."""

JOB: Final = "seasons"


@transaction.atomic
def make_up_for_outage(*, beats: bool = True, now: datetime) -> list[Season]:
    """Record a run of the seasons, and move dates by the time in which none ran.

    ``beats`` False records nothing: this is no run of the worker.

    All of it is one transaction: a run that dies half-way leaves the outage for the next. Returns
    the seasons whose dates moved; everybody in them gets a mail.
    """
    least = max(SHORTEST_OUTAGE, timedelta(minutes=settings.OUTAGE_MINUTES))
    since = last_before_outage(job=JOB, least=least, beats=beats, now=now)
    if since is None:
        return []
    logger.warning("No season was run since %s: the dates of seasons move.", since)
    running = Season.objects.filter(
        announced_at__isnull=False, adjudicated_at=None, cancelled_at=None
    )
    locked = running.select_for_update(of=("self",)).select_related("league").order_by("pk")
    return [season for season in locked if _shift_dates(season, since, now)]


def _shift_dates(season: Season, since: datetime, now: datetime) -> bool:
    """Move the dates of a season after the start of the outage; return whether there were any."""
    before = {name: getattr(season, name) for name in movable_dates(season)}
    ahead = {name: at for name, at in before.items() if at > since}
    if ahead:
        store(season, **{name: at + (now - since) for name, at in ahead.items()})
        recipients.notify_outage(season, since, ahead, now)
    return bool(ahead)
