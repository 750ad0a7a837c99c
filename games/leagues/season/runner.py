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
from games.common.jobs import for_each
from games.leagues.models import Season, SeasonGame
from games.leagues.season import recipients
from games.leagues.season.close import close_season, promote
from games.leagues.season.confirmation import ask_to_confirm, question_due
from games.leagues.season.dates import make_up_for_outage
from games.leagues.season.draw import draw_season
from games.leagues.season.locking import lock_season, store
from games.leagues.season.results import adjudicate_season, record_results
from games.leagues.season.start import start_season

logger = logging.getLogger(__name__)


@transaction.atomic
def send_weekly_summary(*, season: Season, now: datetime) -> None:
    """Send everybody in a season its standings; the runner does it once a week."""
    locked = lock_season(season)
    if locked.summed_up_at != season.summed_up_at:
        return
    store(locked, summed_up_at=now)
    recipients.notify_players(locked, "summary", now, at=now.isoformat())


WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a season, and its function.

    It is taken when the column ``after`` has a time, ``before`` has none, and it is ``due``. A
    ``repeated`` step returns a count; with 0 it does not count as taken.
    """

    name: str
    do: Callable[..., object]
    after: str
    before: str
    due: Callable[[Season, datetime], object] = lambda season, now: True
    repeated: bool = False

    def is_due(self, season: Season, now: datetime) -> bool:
        """Whether it is to be taken now."""
        is_turn = getattr(season, self.after) is not None and getattr(season, self.before) is None
        return is_turn and bool(self.due(season, now))


def run_seasons(*, now: datetime) -> int:
    """Run all seasons that are announced and not over; return how many steps were taken.

    Dates that passed during an outage move first.
    """
    make_up_for_outage(now=now)
    running = Season.objects.filter(announced_at__isnull=False, promoted_at=None, cancelled_at=None)
    # The earlier season of a league first: the next one needs its ranks.
    ordered = running.select_related("league").order_by("starts_at", "pk")
    failure = "Season %s failed; it is tried again at the next run."
    return for_each(
        ordered, lambda season: len(run_season(season=season, now=now)), logger, failure
    )[0]


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
        if not step.is_due(season, now):
            continue
        try:
            done = step.do(season=season, now=now)
        except Refused as refusal:
            logger.warning("Season %s: %s must wait. %s", season, step.name, refusal)
            if step.name == "draw":
                recipients.notify_directors_daily(season, "stuck", now)
            break
        if done or not step.repeated:
            taken.append(step.name)
    return taken


def _draw_due(season: Season, now: datetime) -> bool:
    return now >= season.registration_closes_at


def _start_due(season: Season, now: datetime) -> bool:
    return now >= season.starts_at


def _rest_due(season: Season, now: datetime) -> bool:
    return now < season.ends_at and _unsettled(season).filter(started_at=None).exists()


def _sum_up_due(season: Season, now: datetime) -> bool:
    last = season.summed_up_at or season.started_at
    return now < season.ends_at and last is not None and now - last >= WEEK


def _adjudicate_due(season: Season, now: datetime) -> bool:
    return now >= season.ends_at or not _unsettled(season).exists()


def _unsettled(season: Season) -> QuerySet[SeasonGame]:
    return SeasonGame.objects.filter(division__season=season, settled_at=None)


STEPS: Final = (
    Step("ask to confirm", ask_to_confirm, "announced_at", "drawn_at", question_due),
    Step("draw", draw_season, "announced_at", "drawn_at", _draw_due),
    Step("start", start_season, "drawn_at", "started_at", _start_due),
    Step("start the rest", start_season, "started_at", "adjudicated_at", _rest_due, repeated=True),
    Step("settle", record_results, "drawn_at", "adjudicated_at", repeated=True),
    Step("sum up", send_weekly_summary, "started_at", "adjudicated_at", _sum_up_due),
    Step("adjudicate", adjudicate_season, "started_at", "adjudicated_at", _adjudicate_due),
    Step("close", close_season, "adjudicated_at", "closed_at"),
    Step("promote", promote, "closed_at", "promoted_at"),
)
"""In order. A season whose games are all over before its last day ends early."""
