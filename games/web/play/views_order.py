"""Compose, preview, give and cancel an order for the coming turn."""

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
from engine.orders.model import ClaimStep, Order, RouteOpen, RouteTaken
from engine.orders.validation import check_order
from engine.text.orders import write_order
from games.common.errors import Refused, SeatLost
from games.facts.tickets import open_destinations
from games.language.command_help import order_branches
from games.people.models import Person
from games.plans.giving import TURN_DECISIONS, cancel_plan, give_order, parse_order
from games.plans.models import PlanFate
from games.play.refusals import error_sentence
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.phrases import lexicon
from games.web.parts.pictures import draw_board
from games.web.parts.refusals import show_refusals, tell_of_lost_seat
from games.web.play.order_defaults import fields_of
from games.web.play.order_form import order_form, order_text
from games.web.play.presenters.decision import card_sources
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import hand_panel, tickets_panel
from games.web.play.presenters.order import branch_lines, order_panel


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Show what an order would do; give it on POST."""
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log or context.is_over:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    view = context.snapshot().view
    if request.method != "POST":
        text = request.GET.get("text", "") or order_text(request.GET, view)
        return _page(request, context, view, text)
    text = request.POST.get("text", "")
    try:
        give_order(
            game=context.game,
            seat=context.seat.number,
            person=cast(Person, request.user),
            order=parse_order(text, view, lexicon()),
            now=now(),
        )
    except engine.InvalidAction as error:
        return _page(
            request, context, view, text, error=error_sentence(error, view.board), status=422
        )
    except SeatLost as lost:
        messages.error(request, str(lost))
        return redirect("game", code)
    except Refused as error:
        return _page(request, context, view, text, error=str(error), status=422)
    messages.success(request, _("Your order is in place. Nobody else can see it."))
    return redirect(f"{reverse('game', args=[code])}#order")


@login_required
@require_POST
def cancel_order(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if context.seat is None:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    person = cast(Person, request.user)
    standing = request.POST.get("standing") == "1"
    with show_refusals(request):
        cancel_plan(
            game=context.game,
            seat=context.seat.number,
            person=person,
            standing=standing,
            now=now(),
        )
        if standing:
            messages.success(request, _("Your order is cancelled."))
    return redirect("game", code)


def _page(
    request: HttpRequest,
    context: GameContext,
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
            preview = parse_order(text, view, lexicon())
            check_order(preview, view)
        except (engine.InvalidAction, engine.IllegalAction) as refused:
            preview, error, status = None, error_sentence(refused, view.board), 422
    standing = _standing(context) if not request.GET and request.method != "POST" else None
    typed = text if "text" in request.GET or request.method == "POST" else ""
    tickets = tickets_panel(view)
    page: dict[str, Any] = {
        **page_header(context),
        "order": order_panel(context),
        "form": order_form(fields_of(standing, view.board) if standing else request.GET, view),
        "my_turn": view.pending.get(view.seat) in TURN_DECISIONS,
        "preview": branch_lines(preview, view.board) if preview else [],
        "text": write_order(preview, view, lexicon()) if preview else text,
        "typed": write_order(standing, view, lexicon()) if standing else typed,
        "error": error,
        "example": "\n".join(order_branches(view.board, lexicon())),
        "face_up": card_sources(view),
        "board_svg": draw_board(
            view,
            highlight=_tracks_named(preview),
            wanted=open_destinations(view, tickets.own),
        ),
        "hand": hand_panel(view),
        "tickets": tickets,
    }
    return render(request, "web/play/order.html", page, status=status)


def _standing(context: GameContext) -> Order | None:
    """The order that still waits for its turn."""
    found = context.plan
    return found.as_order if found and not found.lasts and found.fate == PlanFate.STANDING else None


def _tracks_named(order: Order | None) -> list[str]:
    """The tracks that an order speaks of, to be lit on the board."""
    parts = [
        part
        for branch in (order.branches if order else ())
        for part in (*branch.conditions, *branch.steps)
    ]
    return list(
        dict.fromkeys(
            part.track for part in parts if isinstance(part, ClaimStep | RouteOpen | RouteTaken)
        )
    )
