"""The first page: what Night Mail is for strangers, whose turn it is for people."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.absence.selectors import vacations_of
from games.pace.selectors import paces_of
from games.people.models import Person
from games.tables.models import GameStatus
from games.tables.selectors import games_of, games_to_look_back_on
from games.web.lobby.bot_tables import bot_tables
from games.web.lobby.lobby_table import lobby_tables
from games.web.parts.clocks import moment as times
from games.web.parts.game_line import finished_line, held_line, running_line, waiting_line

FINISHED = 20
"""How many finished games the page lists."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, Person):
        return render(request, "web/home.html", _your_games(request.user))
    shown = games_to_look_back_on().first()
    return render(request, "landing.html", {"shown": shown, "bot_tables": bot_tables()})


def _your_games(person: Person) -> dict[str, Any]:
    moment = now()
    games = games_of(person)
    running = [(game, game.seats.all()) for game in games.filter(status=GameStatus.RUNNING)]
    waiting, others = [], []
    paces = paces_of(
        seat.person_id
        for _game, seats in running
        for seat in seats
        if seat.decision is not None and seat.person_id not in (None, person.pk)
    )
    for game, seats in running:
        mine = next(seat for seat in seats if seat.person_id == person.pk)
        if mine.decision is not None and mine.held_until is not None:
            others.append(held_line(game, mine))
        elif mine.decision is None:
            others.append(running_line(game, mine, moment, paces))
        else:
            waiting.append(waiting_line(game, mine, moment))
    # A game without a deadline comes last.
    waiting.sort(key=lambda line: (line.clock is None, line.clock and line.clock.due_at, line.code))
    over = games.filter(status__in=[GameStatus.FINISHED, GameStatus.VOID]).order_by("-ended_at")
    away = vacations_of(person, now=moment).filter(start__lte=moment).first()
    return {
        "away_until": times(away.until) if away else "",
        "waiting": waiting,
        "running": others,
        "bot_tables": [] if waiting or others else bot_tables(),
        "open_tables": lobby_tables(games.filter(status=GameStatus.OPEN), person),
        "finished": [finished_line(game, person) for game in over[:FINISHED]],
    }
