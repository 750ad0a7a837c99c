"""A game against bots, begun with one press."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.http import require_POST

import engine
from games.errors import Refused
from games.lobby import create_game
from games.people.models import Person
from games.web.lobby.bot_tables import bots_for

BOT = "planner"


@require_POST
@login_required
def play_bots(request: HttpRequest, board: str) -> HttpResponse:
    if board not in engine.board_names():
        raise Http404
    bots = bots_for(engine.load_board(board))
    try:
        game = create_game(
            organiser=cast(Person, request.user),
            board=board,
            seats=bots + 1,
            bots=[BOT] * bots,
            present=True,
            now=now(),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("lobby")
    return redirect("game", game.code)
