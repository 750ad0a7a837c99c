"""What waits for a director in the seasons of their leagues: applicants, open seats, deadlines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final

from django.db.models import Count, Min, QuerySet

from games.leagues.models import Entry, EntryStatus, League, Season
from games.moderation.roles import is_moderator
from games.people.models import Person
from games.tables.models import GameStatus, Seat

AT_RISK: Final = timedelta(hours=24)
"""A deadline that is nearer than this is at risk."""


class Work(Enum):
    """The kinds of work in a season."""

    APPLICANTS = "applicants"
    OPEN_SEATS = "open seats"
    DEADLINES = "deadlines"


@dataclass(frozen=True, slots=True)
class SeasonWork:
    """``count`` things of one kind in a season, of which the first is due ``by`` a moment."""

    season: Season
    kind: Work
    count: int
    by: datetime


def work_in_seasons(person: Person, *, now: datetime) -> list[SeasonWork]:
    """Return the work in the leagues that a person oversees: a moderator's are all.

    Four queries, however many leagues there are.
    """
    leagues = League.objects.all() if is_moderator(person) else person.directed_leagues.all()
    running = Season.objects.filter(
        league__in=leagues, announced_at__isnull=False, adjudicated_at=None, cancelled_at=None
    )
    seasons = {season.pk: season for season in running.select_related("league")}
    asked = Entry.objects.filter(season__in=seasons, status=EntryStatus.ASKED)
    seats = Seat.objects.filter(
        game__status=GameStatus.RUNNING, game__season_game__division__season__in=seasons
    )
    found = [
        *_counted(seasons, Work.APPLICANTS, asked, "season", "season__registration_closes_at"),
        *_counted(
            seasons, Work.OPEN_SEATS, seats.exclude(open_since=None), IN_SEASON, "open_since"
        ),
        *_counted(
            seasons,
            Work.DEADLINES,
            seats.filter(due_at__lte=now + AT_RISK, person__isnull=False, open_since=None),
            IN_SEASON,
            "due_at",
        ),
    ]
    return sorted(found, key=lambda one: one.by)


IN_SEASON: Final = "game__season_game__division__season"


def _counted(
    seasons: dict[int, Season], kind: Work, rows: QuerySet[Any], season: str, moment: str
) -> Iterable[SeasonWork]:
    counted = rows.order_by().values(season).annotate(count=Count("pk"), by=Min(moment))
    return [SeasonWork(seasons[row[season]], kind, row["count"], row["by"]) for row in counted]
