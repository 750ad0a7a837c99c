"""Games that wait for the reader: count for the title, icon of the tab, next game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import engine
from games.common import sql
from games.people.models import Person
from games.tables.models import Seat
from games.tables.selectors import seats_to_move

_seats_to_move: Final = sql.PreparedQuery(seats_to_move)

MAX_ICON_COUNT = 9
"""More than so many are shown as this many and a plus."""


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    if not 1 <= count <= MAX_ICON_COUNT + 1:
        raise Http404
    text = str(count) if count <= MAX_ICON_COUNT else f"{MAX_ICON_COUNT}+"
    return render(request, "web/parts/icon.svg", {"text": text}, content_type="image/svg+xml")


@dataclass(frozen=True, slots=True)
class NextGame:
    """A link to another game in which something is to be decided."""

    title: str
    url: str


def waiting_seats(request: HttpRequest) -> list[Seat]:
    """The seats of the person that have something to decide, least time left first."""
    found: list[Seat] | None = getattr(request, "_waiting_seats", None)
    if found is None:
        # A request that middleware refuses has no user yet.
        person = getattr(request, "user", None)
        found = _seats_to_move.rows(person.pk) if isinstance(person, Person) else []
        request._waiting_seats = found  # type: ignore[attr-defined]
    return found


def next_game(request: HttpRequest, *, but: int) -> NextGame | None:
    """The most urgent game that waits for the person, other than the game with id ``but``."""
    for seat in waiting_seats(request):
        if seat.game_id != but:
            game = seat.game
            title = f"{engine.load_board(game.board).name} {game.title}"
            return NextGame(title, reverse("game", args=[game.code]))
    return None


def waiting_count(request: HttpRequest) -> dict[str, Any]:
    """The number for title, head and icon of every page, counted only where it is shown."""
    return {
        "waiting_count": SimpleLazyObject(lambda: len(waiting_seats(request))),
        "waiting_icon": SimpleLazyObject(
            lambda: min(len(waiting_seats(request)), MAX_ICON_COUNT + 1)
        ),
    }
