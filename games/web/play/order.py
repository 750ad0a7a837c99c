"""An order for the coming turn: put together, looked at, given, cancelled."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import engine
from engine.orders.checking import check_order
from engine.orders.order import Buy, Free, Order, Taken
from engine.text.orders import write_order
from engine.text.parse import parse_command
from games.errors import Refused
from games.notices.examples import order_branches
from games.orders.cancel import cancel_order as cancel_service
from games.orders.give import OWN_TURN, give_order
from games.people.models import Person
from games.web.parts.board import picture_of
from games.web.parts.words import lexicon
from games.web.play.game_page import addresses
from games.web.play.parts.decision import sources
from games.web.play.parts.hand import hand, rack, rack_size
from games.web.play.parts.order_form import order_form, order_text
from games.web.play.parts.order_words import branch_lines, standing_part
from games.web.play.parts.refusals import refusal
from games.web.play.parts.tickets import destinations, held, in_hand, in_rack
from games.web.play.sitting import Sitting, sitting
from games.web.refusals import refusals_told


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Shows what an order would do; gives it on POST."""
    at = sitting(request, code)
    if at.seat is None or not at.begun or at.over:
        return redirect("game", code)
    view = at.look().view
    if request.method != "POST":
        text = request.GET.get("text", "") or order_text(request.GET)
        return _page(request, at, view, text)
    text = request.POST.get("text", "")
    try:
        give_order(
            game=at.game,
            seat=at.seat.number,
            person=cast(Person, request.user),
            order=_read(text, view),
            now=now(),
        )
    except engine.InvalidAction as error:
        return _page(request, at, view, text, error=refusal(error, view.board), status=422)
    except Refused as error:
        return _page(request, at, view, text, error=str(error), status=422)
    messages.success(request, _("Your order stands. Nobody else can see it."))
    return redirect(f"{reverse('game', args=[code])}#order")


@login_required
@require_POST
def cancel_order(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if at.seat is None:
        return redirect("game", code)
    person = cast(Person, request.user)
    with refusals_told(request):
        cancel_service(game=at.game, seat=at.seat.number, person=person, now=now())
    return redirect("game", code)


def _read(text: str, view: engine.View) -> Order:
    """Gets the order of a text; a move without a condition is done whatever happens.

    :raises InvalidAction: if the text is no order.
    """
    command = parse_command(text, view, lexicon())
    if isinstance(command, Order):
        return command
    word = lexicon().word
    command = parse_command(f"{word('when')} {word('always')}: {text}", view, lexicon())
    assert isinstance(command, Order)
    return command


def _page(
    request: HttpRequest,
    at: Sitting,
    view: engine.View,
    text: str,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    assert view.seat is not None
    preview: Order | None = None
    if text and not error:
        try:
            preview = _read(text, view)
            check_order(preview, view)
        except (engine.InvalidAction, engine.IllegalAction) as refused:
            preview, error, status = None, refusal(refused, view.board), 422
    page: dict[str, Any] = {
        **addresses(at.game.code),
        **standing_part(at),
        "game": at.game,
        "board_name": view.board.name,
        "form": order_form(request.GET, view),
        "my_turn": view.pending.get(view.seat) in OWN_TURN,
        "preview": branch_lines(preview, view.board) if preview else [],
        "text": write_order(preview, view, lexicon()) if preview else text,
        "typed": text if "text" in request.GET or request.method == "POST" else "",
        "error": error,
        "example": "\n".join(order_branches(view.board, lexicon())),
        "face_up": sources(view),
        "board_svg": picture_of(
            view, highlight=_tracks(preview), wanted=destinations(view, held(view))
        ),
        "hand": hand(view),
        "rack": rack(view),
        "rack_size": rack_size(view),
        "hand_size": view.hand_sizes[view.seat],
        "tickets": in_hand(view),
        "team_tickets": in_rack(view),
    }
    return render(request, "web/play/order.html", page, status=status)


def _tracks(order: Order | None) -> list[str]:
    """Gets the tracks that an order speaks of, to be lit on the board."""
    parts = [
        part
        for branch in (order.branches if order else ())
        for part in (*branch.conditions, *branch.steps)
    ]
    return list(dict.fromkeys(part.track for part in parts if isinstance(part, Buy | Free | Taken)))
