"""The runner: takes the steps of a season that are due; every step may be repeated (decision 70).

Each step has its own time in the row of the season and its own transactions. So a run may be
killed anywhere, repeated, run twice at once, or run late.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.common.errors import Refused
from games.leagues.models import Season, SeasonGame
from games.leagues.season import recipients
from games.leagues.season.close import close_season, promote
from games.leagues.season.confirmation import ask_to_confirm, question_due
from games.leagues.season.dates import make_up_for_outage
from games.leagues.season.draw import draw_season
from games.leagues.season.locking import lock_season
from games.leagues.season.results import adjudicate_season, record_results
from games.leagues.season.start import start_season

logger = logging.getLogger(__name__)


@transaction.atomic
def send_weekly_summary(*, season: Season, now: datetime) -> None:
    """Send everybody in a season its standings; the runner does it once a week."""
    locked = lock_season(season)
    if locked.summed_up_at != season.summed_up_at:
        return
    locked.summed_up_at = now
    locked.save(update_fields=["summed_up_at"])
    recipients.notify_players(locked, "summary", now, at=now.isoformat())


WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a season: when it is due, and its function.

    A step that ``may_be_empty`` returns a count; with 0 it does not count as taken.
    """

    name: str
    due: Callable[[Season, datetime], object]
    do: Callable[..., object]
    may_be_empty: bool = False


def run_seasons(*, now: datetime) -> int:
    """Run all seasons that are announced and not over; return how many steps were taken.

    Dates that passed during an outage move first.
    """
    make_up_for_outage(now=now)
    running = Season.objects.filter(announced_at__isnull=False, promoted_at=None, cancelled_at=None)
    taken = 0
    # The earlier season of a league first: the next one needs its ranks.
    for season in running.select_related("league").order_by("starts_at", "pk"):
        try:
            taken += len(run_season(season=season, now=now))
        except Exception:  # one broken season must not stop the others
            logger.exception("Season %s failed; it is tried again at the next run.", season)
    return taken


def run_season(*, season: Season, now: datetime) -> list[str]:
    """Take all steps of a season that are due; return their names.

    A refused step (the number cannot be paired, or the season before is not over) is recorded and
    tried again at the next run; later steps wait for it.
    """
    taken = []
    for step in STEPS:
        season = Season.objects.select_related("league").get(pk=season.pk)
        if season.announced_at is None or season.cancelled_at is not None:
            break
        if not step.due(season, now):
            continue
        try:
            done = step.do(season=season, now=now)
        except Refused as refusal:
            logger.warning("Season %s: %s must wait. %s", season, step.name, refusal)
            if step.name == "draw":
                recipients.notify_cannot_be_drawn(season, now)
            break
        if done or not step.may_be_empty:
            taken.append(step.name)
    return taken


def _draw_due(season: Season, now: datetime) -> bool:
    return season.drawn_at is None and now >= season.registration_closes_at


def _start_due(season: Season, now: datetime) -> bool:
    if season.drawn_at is None or now < season.starts_at or season.adjudicated_at is not None:
        return False
    return season.started_at is None


def _start_rest_due(season: Season, now: datetime) -> bool:
    if season.started_at is None or season.adjudicated_at is not None or now >= season.ends_at:
        return False
    return _games(season).filter(started_at=None, settled_at=None).exists()


def _settle_due(season: Season, now: datetime) -> bool:
    return season.drawn_at is not None and season.adjudicated_at is None


def _sum_up_due(season: Season, now: datetime) -> bool:
    if season.started_at is None or season.adjudicated_at is not None or now >= season.ends_at:
        return False
    return now - (season.summed_up_at or season.started_at) >= WEEK


def _adjudicate_due(season: Season, now: datetime) -> bool:
    if season.started_at is None or season.adjudicated_at is not None:
        return False
    return now >= season.ends_at or not _games(season).filter(settled_at=None).exists()


def _close_due(season: Season, now: datetime) -> bool:
    return season.adjudicated_at is not None and season.closed_at is None


def _promote_due(season: Season, now: datetime) -> bool:
    return season.closed_at is not None and season.promoted_at is None


STEPS: Final = (
    Step("ask to confirm", question_due, ask_to_confirm),
    Step("draw", _draw_due, draw_season),
    Step("start", _start_due, start_season),
    Step("start the rest", _start_rest_due, start_season, may_be_empty=True),
    Step("settle", _settle_due, record_results, may_be_empty=True),
    Step("sum up", _sum_up_due, send_weekly_summary),
    Step("adjudicate", _adjudicate_due, adjudicate_season),
    Step("close", _close_due, close_season),
    Step("promote", _promote_due, promote),
)
"""In order. A season whose games are all over before its last day ends early."""


def _games(season: Season) -> QuerySet[SeasonGame]:
    return SeasonGame.objects.filter(division__season=season)
