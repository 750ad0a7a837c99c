"""The games of a person, narrowed by board, opponent, season, result and dates."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.db import models
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import Reader, games_over_of, running_games_of


class Result(models.TextChoices):
    """How a game went for a person; a team has one result."""

    WON = "won", _("Won")
    SHARED = "shared", _("Shared first place")
    LOWER = "lower", _("Second place or lower")
    NONE = "none", _("Ended without a result")
    RUNNING = "running", _("Still running")


_PLACES: Final[dict[str, dict[str, Any]]] = {
    Result.WON: {"place": 1},
    Result.SHARED: {"place": 1},
    Result.LOWER: {"place__gt": 1},
    Result.NONE: {"place__isnull": True},
}
SECOND: Final = Exists(Seat.objects.filter(game=OuterRef("pk"), place=2))
"""Whether a game has a second place: if several share the first, the next one is at least third."""


def history_of(
    person: Person,
    reader: Reader,
    *,
    board: str = "",
    opponent: Person | None = None,
    season: Any = None,
    result: str = "",
    since: datetime | None = None,
    before: datetime | None = None,
) -> QuerySet[Game]:
    """The games of a person that ``reader`` may see, the latest end first; "" and None match all.

    ``season`` is a season of a league, or its id.
    Running games only come with that result. ``since`` and ``before`` (excluded) are about the end.
    Void games are for the person alone. The cost grows with the games of this person, never with
    those of others.
    """
    dates = {"over_at__gte": since, "over_at__lt": before}
    asked = {name: at for name, at in dates.items() if at is not None}
    if result == Result.RUNNING:
        games = running_games_of(person, reader)
        games = games.none() if asked else games
    else:
        own = [GameStatus.VOID] if person == reader else []
        games = games_over_of(person, reader, **asked, **_PLACES.get(result, {}))
        games = games.filter(status__in=[GameStatus.FINISHED, *own])
    if result in (Result.WON, Result.SHARED):
        games = games.filter(SECOND if result == Result.WON else ~SECOND)
    if board:
        games = games.filter(board=board)
    if season is not None:
        games = games.filter(season_game__division__season=season)
    if opponent is not None:
        games = games.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), person=opponent)))
    return games
