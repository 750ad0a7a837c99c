"""The page of a director: what can be decided in a game, and what was."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

import engine
from games.moderation.roles import NotAllowed, has_stake, require_director
from games.moderation.two_voices import ADJUDICATION, standing_proposal
from games.moderation.void import proposed
from games.people.models import Person
from games.reliability.selectors import reliability_of
from games.tables.models import Game, GameStatus
from games.tables.naming import seat_name
from games.tables.selectors import games_visible_to
from games.web.moderation.action import Action
from games.web.moderation.actions import actions_in
from games.web.moderation.history import history
from games.web.parts.clock import clock


def directed(request: HttpRequest, code: str) -> Game:
    """Gets the game of a code for somebody who may act in it.

    :raises Http404: if there is none, or the reader may not even know of it.
    :raises PermissionDenied: if the reader may not act in it; it says why.
    """
    game = Game.objects.filter(code=code).defer("secret").first()
    if game is None or game.version < 0:
        raise Http404
    try:
        require_director(cast(Person, request.user), game)
    except NotAllowed as refusal:
        if not games_visible_to(request.user).filter(pk=game.pk).exists():
            raise Http404 from refusal
        raise PermissionDenied(str(refusal)) from refusal
    return game


@require_safe
@login_required
def direct(request: HttpRequest, code: str) -> HttpResponse:
    game = directed(request, code)
    return render(request, "web/moderation/direct.html", direct_page(request, game))


def direct_page(
    request: HttpRequest, game: Game, *, failed: Action | None = None
) -> dict[str, Any]:
    """Gets the names that the page uses; ``failed`` is a form that was refused."""
    person = cast(Person, request.user)
    moment = now()
    seats = list(game.seats.select_related("person").order_by("number"))
    conduct = reliability_of(seat.person_id for seat in seats if seat.person_id)
    found = actions_in(game, person)
    return {
        "game": game,
        "board_name": engine.load_board(game.board).name,
        "running": game.status == GameStatus.RUNNING,
        "seats": [
            {
                "name": seat_name(seat),
                "url_name": seat.person.name if seat.person else "",
                "conduct": conduct.get(seat.person_id) if seat.person_id else None,
                "to_move": seat.decision is not None,
                "clock": clock(seat.due_at, moment),
                "missed": seat.missed,
                "looking": seat.open_since is not None,
            }
            for seat in seats
        ],
        "actions": [failed if failed and failed.key == one.key else one for one in found],
        "failed": failed,
        "void_proposed": proposed(game) is not None,
        "result_proposed": standing_proposal(game, ADJUDICATION) is not None
        and game.status == GameStatus.RUNNING,
        "has_stake": has_stake(person, game),
        "history": history(game, actor=person, undo_at=moment),
    }
