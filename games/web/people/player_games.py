"""The games of a player that a reader may look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse

import engine
from games.people.models import Person
from games.ratings.models import RatingChange
from games.ratings.scale import points_of
from games.tables.models import Game, GameStatus, Seat
from games.tables.naming import seat_name
from games.tables.selectors import Reader, games_visible_to
from games.web.parts.words import joined

LATEST: Final = 20
"""How many finished games are listed."""


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A game of a player: with whom, how it ended, what it did to the rating over all boards."""

    code: str
    url: str
    board: str
    others: str
    ended_at: datetime | None
    place: int | None
    sides: int
    points: int | None
    change: int | None


def running_games(person: Person, reader: Reader) -> list[PlayerGame]:
    """Gets the running games of a player."""
    games = _games(person, reader).filter(status=GameStatus.RUNNING).order_by("-started_at")
    return [_line(game, person, {}) for game in games]


def finished_games(person: Person, reader: Reader) -> list[PlayerGame]:
    """Gets the latest games that ended with a result."""
    ended = _games(person, reader).filter(status=GameStatus.FINISHED).order_by("-ended_at", "-pk")
    games = list(ended[:LATEST])
    rows = RatingChange.objects.filter(person=person, game__in=games, board="")
    changes = {
        game: points_of(after) - points_of(before)
        for game, before, after in rows.values_list("game", "mu_before", "mu_after")
    }
    return [_line(game, person, changes) for game in games]


def _games(person: Person, reader: Reader) -> QuerySet[Game]:
    own = Seat.objects.filter(person=person).values("game")
    return games_visible_to(reader).filter(pk__in=own)


def _line(game: Game, person: Person, changes: dict[int, int]) -> PlayerGame:
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.person_id == person.pk)
    return PlayerGame(
        code=game.code,
        url=reverse("game", args=[game.code]),
        board=engine.load_board(game.board).name,
        others=joined(seat_name(seat) for seat in seats if seat is not mine),
        ended_at=game.ended_at,
        place=mine.place,
        sides=_sides(seats),
        points=mine.points,
        change=changes.get(game.pk),
    )


def _sides(seats: Iterable[Seat]) -> int:
    return len({seat.number if seat.team is None else seat.team for seat in seats})
