"""What is rated of a game: which sides took which places, and who had sat down to play."""

from __future__ import annotations

from dataclasses import dataclass

from games.absence.models import HandOver
from games.log.models import Event
from games.tables.models import Game, Seat

ENDINGS = ("game.ended", "table.adjudicated")
"""The events that hold a result; both list the sides with seats and places as ``scores``."""


@dataclass(frozen=True, slots=True)
class Side:
    """A seat, or the seats of a team, and the place that it took."""

    seats: tuple[int, ...]
    place: int


def sides_of(game: Game) -> list[Side]:
    """Gets the sides of a game that is over with their places, as its log has them.

    Empty where the log has no result.
    """
    ends = Event.objects.filter(game=game, type__in=ENDINGS).order_by("-seq")
    data = ends.values_list("data", flat=True).first()
    return [
        Side(tuple(score["seats"]), score["place"]) for score in (data or {"scores": []})["scores"]
    ]


def starters(game: Game) -> dict[int, int | None]:
    """Gets who began the game in each seat: the id of the person, None where they were erased.

    Skill is measured on them, also where a substitute finished for them: nobody saves points by
    leaving, and nobody risks any by helping out (decisions/0080).
    """
    seats = Seat.objects.filter(game=game).values_list("number", "person")
    began: dict[int, int | None] = dict(seats)
    # Latest first, so that what stays is who left each seat first.
    moved = HandOver.objects.filter(seat__game=game).order_by("-seq", "-pk")
    began.update(moved.values_list("seat__number", "person_before"))
    return began
