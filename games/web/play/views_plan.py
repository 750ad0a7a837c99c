"""Put together, preview, give, pause and cancel a plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import engine
from engine.orders.model import Order
from engine.plans.model import Answers, Memory, Plan
from engine.plans.targets import Targets
from engine.plans.validation import check_plan
from engine.text.plans import begins_plan
from games.accounts.game_session_guard import game_session_of
from games.common.errors import Refused, SeatLost
from games.facts.tickets import open_destinations
from games.people.models import Person
from games.plans.giving import (
    ANSWERED_FIRST,
    cancel_plan,
    give,
    parse_plan,
    pause_all_plans,
    pause_plan,
    plays_on_vacation,
    resume_plan,
    save_usual_answers,
    usual_answers,
)
from games.plans.models import PlanFate
from games.plans.texts import preview_lines, text_of, write
from games.play.refusals import error_sentence
from games.tables.models import PlanChoice
from games.web.parts.buttons import button
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.phrases import lexicon
from games.web.parts.pictures import draw_live_board
from games.web.parts.refusals import show_refusals, tell_of_lost_seat
from games.web.play.plan_form import changed_plan, lines_of, plan_form
from games.web.play.presenters.decision import card_sources
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import hand_panel, tickets_panel
from games.web.play.presenters.plan import plan_panel


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, code: str) -> HttpResponse:
    """Show a plan and what it would do; a press changes what is shown, and one gives it."""
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log or context.is_over:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    view, person = context.snapshot().view, cast(Person, request.user)
    text = request.POST.get("text", request.GET.get("text", ""))
    press = request.POST.get("do", "")
    if request.method != "POST" and not text and context.plan is not None and context.plan.lasts:
        text = text_of(context.plan, view, lexicon())
    error, meant = "", Plan((), usual_answers(person) or Answers())
    try:
        if text.strip():
            found = parse_plan(_as_plan(text), view, lexicon(), person)
            meant = meant if isinstance(found, Order) else found
        if press not in ("", "show", "give", "usual"):
            meant = changed_plan(meant, press, request.POST, view)
            if meant.aims:
                check_plan(meant, view)
        text = write(meant, view, lexicon()) if meant.aims else ""
        if press == "give":
            return _give(request, context, meant)
        if press == "usual" and game_session_of(request) is None:
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
    return _page(request, context, view, meant, text, error)


@login_required
@require_POST
def change_plan(request: HttpRequest, code: str) -> HttpResponse:
    """Pause a plan, let it go on, or cancel it."""
    context = game_context_or_404(request, code)
    if context.seat is None:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    person, seat = cast(Person, request.user), context.seat.number
    with show_refusals(request):
        match request.POST.get("do"):
            case "pause":
                pause_plan(game=context.game, seat=seat, person=person, now=now())
                messages.success(request, _("Your plan rests until you let it go on."))
            case "go-on":
                resume_plan(game=context.game, seat=seat, person=person, now=now())
                messages.success(request, _("Your plan goes on."))
            case _:
                standing = context.plan is None or context.plan.fate == PlanFate.STANDING
                cancel_plan(
                    game=context.game, seat=seat, person=person, standing=standing, now=now()
                )
                messages.success(request, _("Your plan is cancelled."))
    return redirect("home") if request.POST.get("from") == "home" else redirect("game", code)


@button("home")
def pause_all(request: HttpRequest, person: Person) -> str:
    pause_all_plans(person=person, now=now())
    return _("All your plans rest. Each goes on when you say so.")


def _as_plan(text: str) -> str:
    """The text as that of a plan, whether or not it begins with the word for it."""
    return text if begins_plan(text, lexicon()) else f"{lexicon().phrases['plan'][0]}\n{text}"


def _give(request: HttpRequest, context: GameContext, meant: Plan) -> HttpResponse:
    assert context.seat is not None
    give(
        game=context.game,
        seat=context.seat.number,
        person=cast(Person, request.user),
        plan=meant,
        now=now(),
    )
    messages.success(request, _("Your plan is in place. Nobody else can see it."))
    return redirect(f"{reverse('game', args=[context.game.code])}#plan-state")


def _page(
    request: HttpRequest,
    context: GameContext,
    view: engine.View,
    meant: Plan,
    text: str,
    error: str,
) -> HttpResponse:
    assert view.seat is not None
    preview: list[str] = []
    ways: list[str] = []
    if meant.aims:
        asked = view if view.pending.get(view.seat) else replace(view, pending={view.seat: "turn"})
        ways = [track.id for track in Targets(meant, Memory(), asked).tracks]
        if not error:
            game = context.game
            preview = preview_lines(meant, Memory(), view, lexicon(), game=game, now=now())
    page: dict[str, Any] = {
        **page_header(context),
        "plan": plan_panel(context),
        "form": plan_form(meant.answers, view),
        "lines": lines_of(meant, view) if meant.aims else [],
        "text": text,
        "error": error,
        "preview": preview,
        "may_save": game_session_of(request) is None,
        "on_vacation": plays_on_vacation(cast(Person, request.user)),
        "only_draws": context.game.plans == PlanChoice.DRAWS,
        "no_plans": context.game.plans == PlanChoice.OFF,
        "answer_first": view.pending.get(view.seat) in ANSWERED_FIRST,
        "my_turn": view.pending.get(view.seat) == "turn",
        "face_up": card_sources(view),
        "board_svg": _board(view, ways),
        "hand": hand_panel(view),
        "tickets": tickets_panel(view),
    }
    return render(request, "web/play/plan.html", page, status=422 if error else 200)


def _board(view: engine.View, ways: list[str]) -> SafeString:
    """The board with the way that the plan would take; routes and cities take a tap."""
    layers = draw_live_board(
        view,
        claimable=(),
        move_url="",
        highlight=ways,
        wanted=open_destinations(view, tickets_panel(view).own),
        lights=(),
        steps={},
    )
    parts = (layers.opening, layers.under, layers.spaces, layers.over, layers.cities)
    return SafeString("".join((*parts, layers.links, layers.closing)))
