"""Looking at the cards of all players: a POST with a reason, since each look is written down."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_POST

import engine
from games.errors import Refused
from games.moderation.look import look
from games.moderation.roles import NotAllowed
from games.people.models import Person
from games.tables.naming import seat_names
from games.web.moderation.actions import action_in
from games.web.moderation.direct import direct_page, directed
from games.web.parts import words


@require_POST
@login_required
def direct_look(request: HttpRequest, code: str) -> HttpResponse:
    game = directed(request, code)
    person = cast(Person, request.user)
    try:
        views = look(actor=person, game=game, reason=request.POST.get("reason", ""), now=now())
    except NotAllowed as refusal:
        raise PermissionDenied(str(refusal)) from refusal
    except Refused as refusal:
        action = action_in(game, person, "look", request.POST)
        if action is not None:
            action.form.add_error("reason", str(refusal))
        page = direct_page(request, game, failed=action)
        return render(request, "web/moderation/direct.html", page, status=422)
    board = engine.load_board(game.board)
    names = seat_names(game)
    hands = [
        {
            "name": names[view.seat],
            "cards": words.cards(view.hands[view.seat]),
            "tickets": [
                words.ticket_name(board, board.tickets[ticket])
                for ticket in (*view.tickets[view.seat], *view.offered[view.seat])
            ],
        }
        for view in views
        if view.seat is not None
    ]
    page = {"game": game, "board_name": board.name, "hands": hands}
    answer = render(request, "web/moderation/look.html", page)
    answer["Cache-Control"] = "no-store"
    return answer
