"""Games that wait for the reader: count for the title, icon of the tab, next game."""

from __future__ import annotations

import hashlib
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import engine
from games.accounts.game_session_guard import game_session_of
from games.common import sql
from games.language.boards import board_name
from games.people.models import Person
from games.tables.selectors import seats_to_move

_waiting: Final = sql.PreparedValues(
    lambda person: (
        seats_to_move(person)
        .filter(plan_due_at=None)
        .values_list("game", "decision", "game__code", "game__board", "game__name")
    )
)

MAX_ICON_COUNT = 9
"""More than this are shown as this number and a plus."""


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    if not 1 <= count <= MAX_ICON_COUNT + 1:
        raise Http404
    text = str(count) if count <= MAX_ICON_COUNT else f"{MAX_ICON_COUNT}+"
    return render(request, "web/parts/icon.svg", {"text": text}, content_type="image/svg+xml")


class WaitingGame(NamedTuple):
    """A game in which the reader has something to decide, and the number of that decision."""

    game: int
    decision: int
    code: str
    board: str
    name: str

    @property
    def title(self) -> str:
        """The board, and the name that its players gave the game, or else its code."""
        return f"{board_name(engine.load_board(self.board))} {self.name or self.code}"

    @property
    def url(self) -> str:
        """The page of the game."""
        return reverse("game", args=[self.code])


def waiting_games(request: HttpRequest) -> list[WaitingGame]:
    """The games in which the person has something to decide, least time left first."""
    found: list[WaitingGame] | None = getattr(request, "_waiting_games", None)
    if found is None:
        # A request that middleware refuses has no user yet.
        person = getattr(request, "user", None)
        if game_session_of(request) is not None:
            person = None  # the other games of its person are hidden
        rows = _waiting.rows(person.pk) if isinstance(person, Person) else []
        found = [WaitingGame(*row) for row in rows]
        request._waiting_games = found  # type: ignore[attr-defined]
    return found


def waiting_mark(request: HttpRequest) -> str:
    """What differs once other games wait for the person, or other decisions of them."""
    facts = [(waiting.code, waiting.decision) for waiting in waiting_games(request)]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def next_game(request: HttpRequest, *, but: int) -> WaitingGame | None:
    """The most urgent game that waits for the person, other than the game with id ``but``."""
    return next((found for found in waiting_games(request) if found.game != but), None)


def waiting_count(request: HttpRequest) -> dict[str, Any]:
    """The number for title, head and icon of every page, found only where it is shown."""
    return {
        "waiting_count": SimpleLazyObject(lambda: len(waiting_games(request))),
        "waiting_icon": SimpleLazyObject(
            lambda: min(len(waiting_games(request)), MAX_ICON_COUNT + 1)
        ),
        "waiting_mark": SimpleLazyObject(lambda: waiting_mark(request)),
    }
