"""Reading ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet

from games.people.models import Person
from games.ratings.models import Rating, RatingChange
from games.ratings.scale import WIDTH, Shown, points_of, shown
from games.ratings.skill import Skill

FEWEST_GAMES: Final = 5
"""So many games must have counted before somebody is ranked."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rating of a person on one board, or over all (an empty ``board``)."""

    board: str
    rating: Shown
    games: int
    ranked: bool


def standings_of(person: Person) -> list[Standing]:
    """Gets the ratings of a person, the one over all boards first."""
    rows = Rating.objects.filter(person=person).order_by("board")
    return [
        Standing(row.board, shown(Skill(row.mu, row.sigma)), row.games, row.games >= FEWEST_GAMES)
        for row in rows
    ]


def rating_points(people: Sequence[int]) -> dict[int, Shown]:
    """Gets the rating over all boards of these people (ids); who never was rated is not in it."""
    rows = Rating.objects.filter(person__in=people, board="")
    return {row.person_id: shown(Skill(row.mu, row.sigma)) for row in rows}


def ranking(board: str = "") -> QuerySet[Rating]:
    """Gets the ranked people of a board or of all, by what their skill surely reaches."""
    return (
        Rating.objects.filter(board=board, games__gte=FEWEST_GAMES, person__is_active=True)
        .select_related("person")
        .order_by((F("mu") - 2 * F("sigma")).desc(), "person__name")
    )


def history(person: Person, board: str = "") -> list[tuple[datetime, int, int]]:
    """Gets when each game counted, the points shown after it, and their margin; oldest first."""
    changes = RatingChange.objects.filter(person=person, board=board).order_by("at", "game_id")
    return [
        (at, points_of(mu), round(2 * WIDTH * sigma))
        for at, mu, sigma in changes.values_list("at", "mu_after", "sigma_after")
    ]
