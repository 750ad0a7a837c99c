"""The lobby: tables that wait for players."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.absence.selectors import open_seats
from games.people.models import Person
from games.tables.models import GameStatus
from games.tables.selectors import games_of, games_to_look_back_on, games_to_watch, open_games
from games.web.lobby.bot_tables import bot_tables
from games.web.lobby.lobby_table import lobby_tables
from games.web.parts.game_line import watched_line

A_PAGE = 20
"""Tables that wait for players, on a page."""
WATCHED = 8
LOOKED_BACK_ON = 4
"""How many games that others play or have played the page lists."""


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    mine = games_of(person).filter(status=GameStatus.OPEN) if person else []
    page = Paginator(open_games(without=person), A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "web/lobby/lobby.html",
        {
            "mine": lobby_tables(mine, person),
            "seats_to_take": open_seats(person).count(),
            "tables": lobby_tables(page.object_list, person),
            "page": page,
            "bot_tables": bot_tables(),
            "watched": [watched_line(game) for game in games_to_watch()[:WATCHED]],
            "over": [watched_line(game) for game in games_to_look_back_on()[:LOOKED_BACK_ON]],
        },
    )
