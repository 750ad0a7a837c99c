"""The games that wait for the person of a request, asked for once a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

import engine
from games.people.models import Person
from games.tables.models import Seat
from games.tables.selectors import your_turn
from games.web.icon import MOST


@dataclass(frozen=True, slots=True)
class NextGame:
    """A link to another game in which something is to be decided."""

    title: str
    url: str


def waiting_seats(request: HttpRequest) -> list[Seat]:
    """Gets the seats of the person that have something to decide, least time left first."""
    found: list[Seat] | None = getattr(request, "_waiting_seats", None)
    if found is None:
        # A request that is turned away at the door has nobody yet.
        person = getattr(request, "user", None)
        found = list(your_turn(person)) if isinstance(person, Person) else []
        request._waiting_seats = found  # type: ignore[attr-defined]
    return found


def next_game(request: HttpRequest, *, but: int) -> NextGame | None:
    """Gets the most urgent game that waits for the person, other than the game with id ``but``."""
    for seat in waiting_seats(request):
        if seat.game_id != but:
            game = seat.game
            title = f"{engine.load_board(game.board).name} {game.code}"
            return NextGame(title, reverse("game", args=[game.code]))
    return None


def waiting_count(request: HttpRequest) -> dict[str, Any]:
    """Gets the number for title, head and icon of every page, counted only where it is shown."""
    return {
        "waiting_count": SimpleLazyObject(lambda: len(waiting_seats(request))),
        "waiting_icon": SimpleLazyObject(lambda: min(len(waiting_seats(request)), MOST + 1)),
    }
