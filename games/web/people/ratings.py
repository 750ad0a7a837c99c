"""Ratings as pages show them: a table with the uncertainty, and their course over time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from games.drawing.chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS, Tint
from games.people.models import Person
from games.ratings.scale import Shown
from games.ratings.selectors import FEWEST_GAMES, history, standings_of

DAY: Final = timedelta(days=1)
TICKS: Final = 4
"""How many dates stand below the chart."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """The rating on one board; ``to_go`` is how many games are lacking for the ranking."""

    board: str
    name: str
    rating: Shown
    games: int
    to_go: int


def rating_rows(person: Person) -> list[RatingRow]:
    """Gets the ratings of a person, that over all boards first."""
    return [
        RatingRow(
            standing.board,
            engine.load_board(standing.board).name if standing.board else _("All boards"),
            standing.rating,
            standing.games,
            max(0, FEWEST_GAMES - standing.games),
        )
        for standing in standings_of(person)
    ]


def rating_chart(person: Person) -> SafeString | None:
    """Gets the course of the rating over all boards, None with fewer than two games.

    Beside the rating run its bounds: what the skill surely reaches, and what it hardly exceeds.
    """
    past = history(person)
    if len(past) < 2:
        return None
    first, last = past[0][0], past[-1][0]
    curves = [
        _curve(
            sign, tint, [((at - first) / DAY, points + way * margin) for at, points, margin in past]
        )
        for sign, tint, way in (("+", SEATS[2], 1), ("=", SEATS[0], 0), ("−", SEATS[2], -1))
    ]
    dates = [first + (last - first) * part / (TICKS - 1) for part in range(TICKS)]
    ticks = {_day(at): (at - first) / DAY for at in reversed(dates)}
    return mark_safe(  # noqa: S308
        line_chart(
            curves,
            title=_("The rating after each game, between its bounds"),
            x=Axis("", [(place, words) for words, place in ticks.items()]),
            y=Axis(_("rating")),
            from_zero=False,
        )
    )


def _curve(sign: str, tint: Tint, points: list[tuple[float, float]]) -> Curve:
    return Curve(sign, points, tint.fill, tint.ink)


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "j M Y")
