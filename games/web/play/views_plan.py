"""Put together, preview, give, pause and cancel a plan, or an order for the next turn."""

from __future__ import annotations

from collections.abc import Sequence
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
from engine.orders.model import Order
from engine.plans.model import Answers, Memory, Plan
from engine.text.plans import begins_plan
from games.accounts.game_session_guard import game_session_of
from games.common.errors import Refused, SeatLost
from games.drawing.live_board import draw_live_board
from games.facts.tickets import open_destinations
from games.language.command_help import order_branches
from games.people.models import Person
from games.plans.giving import (
    cancel_plan,
    check,
    give,
    parse_order,
    parse_plan,
    pause_all_plans,
    pause_plan,
    resume_plan,
    why_decide_first,
)
from games.plans.models import PlanFate
from games.plans.texts import preview_lines, write
from games.plans.usual import plays_on_vacation, save_usual_answers, usual_answers
from games.play.refusals import error_sentence
from games.tables.models import PlanChoice
from games.tables.plan_choice import plays_without_plans
from games.web.parts.buttons import button
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.phrases import lexicon
from games.web.parts.refusals import show_refusals, tell_of_lost_seat
from games.web.play.plan_form import changed_plan, plan_form, shown_lines
from games.web.play.presenters.decision import card_sources
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import hand_panel, tickets_panel
from games.web.play.presenters.plan import plan_panel, tracks_of


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, code: str, *, order: bool = False) -> HttpResponse:
    """Show a plan or an order and what it would do; a press changes it, and one gives it.

    With ``order`` the text is that of an order, and a POST without a press gives it.
    """
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log or context.is_over:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    view, person = context.snapshot().view, cast(Person, request.user)
    text = request.POST.get("text", request.GET.get("text", ""))
    pressed = request.method == "POST"
    press = request.POST.get("do", "give" if order else "show") if pressed else "show"
    order = order or plays_without_plans(context.game)
    usual = usual_answers(person) or Answers()
    meant: Plan | Order = Plan((), usual)
    own, error = context.plan, ""
    try:
        if text.strip() or (press == "give" and order):
            meant = _read(text, view, person, order=order)
        elif not pressed and own and (own.lasts or own.fate == PlanFate.STANDING):
            meant = own.meant
        if press not in ("show", "give", "usual"):
            meant = changed_plan(meant, press, request.POST, view, usual)
        if _parts(meant) and (text.strip() or pressed):
            check(meant, view)
        text = write(meant, view, lexicon()) if _parts(meant) else ""
        if press == "give":
            return _give(request, context, meant)
        if press == "usual" and isinstance(meant, Plan) and game_session_of(request) is None:
            on_vacation = bool(request.POST.get("on_vacation"))
            save_usual_answers(person=person, answers=meant.answers, on_vacation=on_vacation)
            messages.success(request, _("Your plans answer like this from now on."))
    except engine.InvalidAction as refused:
        error = error_sentence(refused, view.board)
    except SeatLost as lost:
        messages.error(request, str(lost))
        return redirect("game", code)
    except Refused as refused:
        error = str(refused)
    return _page(request, context, view, meant, text, error, order=order)


@login_required
@require_POST
def change_plan(request: HttpRequest, code: str, standing: str | None = None) -> HttpResponse:
    """Pause a plan, let it go on, or cancel it or an order.

    ``standing`` is "1" where the page that was pressed showed an order in place, "" where it had
    ended. None is for plans, which may ask at any time: what is there is cancelled.
    """
    context = game_context_or_404(request, code)
    if context.seat is None:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    found = context.plan
    whose: dict[str, Any] = {
        "game": context.game,
        "seat": context.seat.number,
        "person": cast(Person, request.user),
        "now": now(),
    }
    with show_refusals(request):
        match request.POST.get("do"):
            case "pause":
                pause_plan(**whose)
                messages.success(request, _("Your plan rests until you let it go on."))
            case "go-on":
                resume_plan(**whose)
                messages.success(request, _("Your plan goes on."))
            case _:
                said = request.POST.get("standing", standing)
                stands = found is None or found.fate == PlanFate.STANDING
                stands = stands if said is None else said == "1"
                cancel_plan(**whose, standing=stands)
                if found is not None and found.lasts:
                    messages.success(request, _("Your plan is cancelled."))
                elif stands:
                    messages.success(request, _("Your order is cancelled."))
    return redirect("home") if request.POST.get("from") == "home" else redirect("game", code)


@button("home")
def pause_all(request: HttpRequest, person: Person) -> str:
    pause_all_plans(person=person, now=now())
    return _("All your plans rest. Each goes on when you say so.")


def _read(text: str, view: engine.View, person: Person, *, order: bool) -> Plan | Order:
    """The plan or order of a text. One that does not say which is read as a plan first, but at a
    table without plans as an ``order``.

    :raises InvalidAction: if it is neither.
    """
    if order or begins_plan(text, lexicon()):
        return parse_plan(text, view, lexicon(), person)
    try:
        return parse_plan(f"{lexicon().phrases['plan'][0]}\n{text}", view, lexicon(), person)
    except engine.InvalidAction as fault:
        try:
            return parse_order(text, view, lexicon())
        except engine.InvalidAction as other:
            raise (other if other.message.startswith("order.") else fault) from None


def _parts(meant: Plan | Order) -> Sequence[object]:
    return meant.branches if isinstance(meant, Order) else meant.aims


def _give(request: HttpRequest, context: GameContext, meant: Plan | Order) -> HttpResponse:
    assert context.seat is not None
    give(
        game=context.game,
        seat=context.seat.number,
        person=cast(Person, request.user),
        plan=meant,
        now=now(),
    )
    if isinstance(meant, Order):
        messages.success(request, _("Your order is in place. Nobody else can see it."))
    else:
        messages.success(request, _("Your plan is in place. Nobody else can see it."))
    return redirect(f"{reverse('game', args=[context.game.code])}#plan-state")


def _page(
    request: HttpRequest,
    context: GameContext,
    view: engine.View,
    meant: Plan | Order,
    text: str,
    error: str,
    *,
    order: bool,
) -> HttpResponse:
    answers = meant.answers if isinstance(meant, Plan) else Answers()
    preview: list[str] = []
    if isinstance(meant, Plan) and meant.aims and not error:
        game = context.game
        preview = preview_lines(meant, Memory(), view, lexicon(), game=game, now=now())
    pending, tickets = view.pending.get(view.own_seat), tickets_panel(view)
    page: dict[str, Any] = {
        **page_header(context),
        "plan": plan_panel(context),
        "form": plan_form(answers, view),
        "lines": shown_lines(meant, view) if _parts(meant) else [],
        "text": text,
        "error": error,
        "preview": preview,
        "order": isinstance(meant, Order),
        "orders_only": plays_without_plans(context.game),
        "example": "\n".join(order_branches(view.board, lexicon())),
        "may_save": game_session_of(request) is None,
        "on_vacation": plays_on_vacation(cast(Person, request.user)),
        "only_draws": context.game.plans == PlanChoice.DRAWS,
        "decide_first": why_decide_first(pending, order=order or isinstance(meant, Order)),
        "my_turn": pending == "turn",
        "face_up": card_sources(view),
        # The way that the plan would take is lit; routes and cities take a tap.
        "board_svg": draw_live_board(
            view,
            highlight=tracks_of(meant, view),
            wanted=open_destinations(view, tickets.own),
        ).whole,
        "hand": hand_panel(view),
        "tickets": tickets,
    }
    return render(request, "web/play/plan.html", page, status=422 if error else 200)
