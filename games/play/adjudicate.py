"""Ending a game before its time with a result that a director gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import log
from games.errors import Refused
from games.later import RESULTS_TASK, when_committed
from games.log.records import ADJUDICATED
from games.play.closing import close, dismiss
from games.play.door import door
from games.tables.models import Game, GameStatus, Seat


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or the seats of a team, with its points on the board."""

    seats: tuple[int, ...]
    points: int


def adjudicate_game(
    *, game: Game, places: Sequence[int] | None, actor: str, reason: str, now: datetime
) -> list[int]:
    """Ends a running game and gives each side a place; gets the places.

    Without ``places`` the sides are ranked by their points on the board, which everybody can see:
    hidden tickets count neither way. The order of the sides is that of :func:`sides_of`; equal
    places are a draw. ``reason`` is a digest.

    :raises Refused: if the game does not run, or the places are not a ranking of its sides.
    """
    with transaction.atomic():
        with door(game=game, now=now) as table:
            sides = sides_of(engine.view(table.state, None))
            if places is None:
                places = as_it_stands(sides)
            check_places(places, len(sides))
            scores = [
                {"seats": list(side.seats), "place": place, "total": side.points, "completed": 0}
                for side, place in sorted(
                    zip(sides, places, strict=True), key=lambda ranked: ranked[1]
                )
            ]
            table.note(ADJUDICATED, {"scores": scores, "reason": reason}, actor)
            close(table, GameStatus.FINISHED)
            table.game.result = {"scores": scores}
        dismiss(game)
        for side, place in zip(sides, places, strict=True):
            ranked = Seat.objects.filter(game=game, number__in=side.seats)
            ranked.update(place=place, points=side.points)
        when_committed(RESULTS_TASK)
    return list(places)


def ranked_sides(game: Game, places: Sequence[int] | None) -> list[tuple[Side, int]]:
    """The sides of a running game with the places that :func:`adjudicate_game` would give them.

    :raises Refused: if the places are not a ranking of its sides.
    """
    sides = sides_of(engine.view(log.load(game), None))
    given = as_it_stands(sides) if places is None else places
    check_places(given, len(sides))
    return list(zip(sides, given, strict=True))


def sides_of(view: engine.View) -> list[Side]:
    """Gets the sides of a game in playing order, as a spectator sees them."""
    sides = view.teams or tuple((seat,) for seat in view.order)
    return [Side(tuple(side), sum(view.points[seat] for seat in side)) for side in sides]


def as_it_stands(sides: Sequence[Side]) -> list[int]:
    """Gets the places of the sides by their points on the board; equal points share a place.

    >>> as_it_stands([Side((0,), 12), Side((1,), 30), Side((2,), 12)])
    [2, 1, 2]
    """
    return [1 + sum(other.points > side.points for other in sides) for side in sides]


def check_places(places: Sequence[int], count: int) -> None:
    """Makes sure that the places rank so many sides: 1, 2, 3, or with equal ones 1, 1, 3.

    :raises Refused: if they do not.
    """
    fits = len(places) == count and all(
        place == 1 + sum(other < place for other in places) for place in places
    )
    if not fits:
        raise Refused(
            _("Give every side a place from 1 on. Equal places share one: after 1 and 1 comes 3.")
        )
