"""A move that is prepared and not yet made: GET shows what it does, and a button that makes it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import engine
from engine.rules.table import check
from games.people.models import Person
from games.play.hold import can_be_held
from games.web.parts.board import picture_of
from games.web.play.game_page import addresses, game_page
from games.web.play.parts.asked import asked, ticked_by
from games.web.play.parts.hand import hand, rack, rack_size
from games.web.play.parts.prepared import prepared
from games.web.play.parts.refusals import refusal
from games.web.play.parts.tickets import destinations, held, in_hand, in_rack, offered
from games.web.play.parts.tunnel import entered, tunnel
from games.web.play.sitting import Sitting, sitting


@login_required
@never_cache
@require_safe
def prepare_move(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if at.seat is None or not at.begun:
        return redirect("game", code)
    view = at.look().view
    assert view.seat is not None
    try:
        actions = asked(request.GET, view)
        check(view, view.seat, actions[0])
    except (engine.InvalidAction, engine.IllegalAction) as error:
        return not_so(request, at, refusal(error, view.board), request.GET.get("text", ""))
    return render(request, "web/play/move.html", _page(request, at, view, actions))


def not_so(
    request: HttpRequest, at: Sitting, error: str, typed: str = "", status: int = 422
) -> HttpResponse:
    """Gets the page of the game with a sentence that says why the move was not taken."""
    page = game_page(request, at, now(), error=error, typed=typed)
    return render(request, "web/play/game.html", page, status=status)


def _page(
    request: HttpRequest, at: Sitting, view: engine.View, actions: tuple[engine.Action, ...]
) -> dict[str, Any]:
    assert view.seat is not None
    number = view.opened[view.seat]
    move = prepared(view, actions, number)
    return {
        **addresses(at.game.code),
        "game": at.game,
        "board_name": view.board.name,
        "prepared": move,
        "back_url": _back(at.game.code, actions[0]),
        "decision_number": number,
        "seq": view.seq,
        "can_hold": can_be_held(actions, view.board),
        "hold_first": isinstance(request.user, Person) and request.user.hold_moves,
        "hand": hand(view),
        "rack": rack(view),
        "rack_size": rack_size(view),
        "hand_size": view.hand_sizes[view.seat],
        "tickets": in_hand(view),
        "team_tickets": in_rack(view),
        "tunnel": tunnel(view, at.names),
        "board_svg": picture_of(
            view,
            highlight=[move.track] if move.track else entered(view),
            wanted=destinations(view, [*held(view), *offered(view)]),
        ),
    }


def _back(code: str, action: engine.Action) -> str:
    """The address of the game's page with the tickets chosen that this move had chosen."""
    query = ticked_by(action).query
    return reverse("game", args=[code]) + (f"?{query}#your-move" if query else "")
