"""Preview a move, make it or hold it, withdraw a held one, ask for a hint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import engine
from engine.rules.legal import check_action
from games.common.errors import Refused, Stale
from games.people.models import Person
from games.play import Accepted, answer_with_bots, submit_action
from games.play.hold import can_be_held, hold_move, is_held_by_preference
from games.play.hold import withdraw_held as withdraw_service
from games.play.presence import mark_present
from games.play.refusals import error_sentence
from games.practice.hints import ask_for_hint, may_have_hints
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.page_parts import in_parts, page_parts
from games.web.parts.players import player_required
from games.web.parts.refusals import show_refusals, tell_of_lost_seat
from games.web.parts.requests import parse_number
from games.web.play.move_form import idempotency_key, parse_form, parse_request, ticket_choice_of
from games.web.play.presenters.decision import card_sources
from games.web.play.presenters.game_page import board_panel, game_page, page_header
from games.web.play.presenters.holdings import hand_panel
from games.web.play.presenters.move_preview import move_preview
from games.web.play.presenters.payments import claims_by_track, missing_cards
from games.web.play.presenters.ticket_lights import lit_tickets
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks


@player_required
@never_cache
@require_safe
def prepare_move(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log:
        return redirect("game", code)
    view = context.snapshot().view
    try:
        actions = parse_request(request.GET, view)
        check_action(view, view.own_seat, actions[0])
    except (engine.InvalidAction, engine.IllegalAction) as error:
        lacks = missing_cards(view, request.GET.get("track", ""))
        sentence = lacks or error_sentence(error, view.board)
        return render_refusal(request, context, sentence, request.GET.get("text", ""))
    response = render(request, "web/play/move.html", _page(request, context, view, actions))
    return in_parts(request, response)


def render_refusal(
    request: HttpRequest, context: GameContext, error: str, typed: str = "", status: int = 422
) -> HttpResponse:
    """The page of the game with a sentence that says why the move was not taken."""
    page = game_page(request, context, now(), error=error, typed=typed)
    response = render(request, "web/play/game.html", page, status=status)
    return in_parts(request, response)


def _page(
    request: HttpRequest,
    context: GameContext,
    view: engine.View,
    actions: tuple[engine.Action, ...],
) -> dict[str, Any]:
    number = view.decision_seqs[view.own_seat]
    move = move_preview(view, actions, number)
    lit = lit_tickets(view)
    header = page_header(context)
    return {
        **header,
        **page_parts(request).context,
        "prepared": {
            "move": move,
            "decision": number,
            "seq": view.seq,
            "back_url": _back_url(context.game.code, actions[0]),
            "can_hold": not context.game.practice and can_be_held(actions, view.board),
            "hold_first": isinstance(request.user, Person) and request.user.hold_moves,
        },
        "board": board_panel(
            context,
            view,
            lit,
            claimable=claims_by_track(view),
            highlight=[move["track"]] if move["track"] else tunnel_tracks(view),
            move_url=header["urls"]["move"],
        ),
        "tunnel": tunnel_panel(view, context.names),
        "face_up": card_sources(view),
        "hand": hand_panel(view),
        "tickets": lit.tickets,
    }


def _back_url(code: str, action: engine.Action) -> str:
    """The address of the game's page with the tickets chosen that this move had chosen."""
    query = ticket_choice_of(action).query
    return reverse("game", args=[code]) + (f"?{query}#your-move" if query else "")


@player_required
@require_POST
def make_move(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a decision; 409 when it is closed, 422 when the move is not legal."""
    context = game_context_or_404(request, code)
    if context.seat is None or not context.has_log:
        if context.has_log and not tell_of_lost_seat(request, context):
            messages.error(request, _("You do not play in this game."))
        return redirect("game", code)
    typed = request.POST.get("text", "")
    decision = parse_number(request.POST.get("decision", ""), 8)
    if decision is None:
        return render_refusal(
            request, context, _("The form is incomplete. Choose your move again."), typed
        )
    try:
        actions = parse_form(request.POST, context.snapshot_as_found().view)
        if _wants_hold(request, actions, context):
            return _hold(request, context, decision, actions)
        accepted = submit_action(
            game=context.game,
            seat=context.seat.number,
            decision=decision,
            actions=actions,
            actor=str(context.seat.number),
            # Seats of practice are handed on to nobody but the guest who signs in.
            holder=None if context.game.practice else context.seat,
            key=request.POST.get("key") or idempotency_key(decision, actions),
            now=now(),
        )
    except engine.InvalidAction as error:
        if context.snapshot().view.decision_seqs.get(context.seat.number) == decision:
            return render_refusal(request, context, error_sentence(error, context.board), typed)
        # What could be read on the page it was chosen on need mean nothing any more.
        return render_refusal(request, context, str(Stale()), status=409)
    except Stale as error:
        return render_refusal(request, game_context_or_404(request, code), str(error), status=409)
    except Refused as error:
        return render_refusal(request, game_context_or_404(request, code), str(error), typed)
    _mark_present(request, context, accepted)
    if context.bots:
        answer_with_bots(game=context.game, now=now())
    if accepted.left:
        return render_refusal(request, game_context_or_404(request, code), accepted.why, status=200)
    return redirect(f"{reverse('game', args=[code])}?from={accepted.first_seq}#results")


def _wants_hold(
    request: HttpRequest, actions: Sequence[engine.Action], context: GameContext
) -> bool:
    """Whether the form asks to hold the move, or says nothing and the person always does.

    In practice nothing is held.
    """
    if context.game.practice:
        return False
    wish = request.POST.get("hold")
    if wish is None:
        return is_held_by_preference(
            person=cast(Person, request.user), actions=actions, board=context.board
        )
    return wish == "1"


def _hold(
    request: HttpRequest, context: GameContext, decision: int, actions: Sequence[engine.Action]
) -> HttpResponse:
    assert context.seat is not None
    hold_move(
        game=context.game,
        seat=context.seat.number,
        person=cast(Person, request.user),
        decision=decision,
        actions=actions,
        key=request.POST.get("key") or idempotency_key(decision, actions),
        now=now(),
    )
    return redirect(f"{reverse('game', args=[context.game.code])}#your-move")


def _mark_present(request: HttpRequest, context: GameContext, accepted: Accepted) -> None:
    """Note that the mover has seen the page the move was chosen on, and the move itself."""
    assert context.seat is not None
    seen = parse_number(request.POST.get("seq", "")[:9], 9)
    if seen is None:
        seen = -1
    elif seen == accepted.first_seq - 1:
        seen = accepted.last_seq
    mark_present(seat=context.seat, seq=min(seen, accepted.last_seq), now=now())


@login_required
@require_POST
def withdraw_held_move(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if context.seat is None:
        tell_of_lost_seat(request, context)
        return redirect("game", code)
    person = cast(Person, request.user)
    with show_refusals(request):
        withdraw_service(game=context.game, seat=context.seat.number, person=person, now=now())
        messages.success(request, _("Your move is withdrawn. Choose another."))
    return redirect(f"{reverse('game', args=[code])}#your-move")


@player_required
@require_POST
def ask_hint(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not may_have_hints(context.game, context.seats, context.seat):
        raise Http404
    assert context.seat is not None
    with show_refusals(request):
        ask_for_hint(game=context.game, seat=context.seat.number, now=now())
    return redirect(f"{reverse('game', args=[code])}#hint")
