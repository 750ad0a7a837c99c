"""Making a move: POST only, then back to the page of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import engine
from games.errors import Refused, Stale
from games.people.models import Person
from games.play import Accepted, answer_at_once, submit_action
from games.play.hold import hold_move, is_held
from games.play.seen import mark_present
from games.web.play.move import not_so
from games.web.play.parts.asked import key_of, posted
from games.web.play.parts.refusals import refusal
from games.web.play.sitting import Sitting, sitting


@login_required
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Answers a decision; 409 when it is closed, 422 when the move is not legal."""
    at = sitting(request, code)
    if at.seat is None or not at.begun:
        return redirect("game", code)
    typed = request.POST.get("text", "")
    decision = request.POST.get("decision", "")
    if not decision.isdecimal() or len(decision) > 8:
        return not_so(request, at, _("The form is incomplete. Choose your move again."), typed)
    try:
        actions = posted(request.POST, at.look().view)
        if _is_to_be_held(request, actions, at):
            return _hold(request, at, int(decision), actions)
        accepted = submit_action(
            game=at.game,
            seat=at.seat.number,
            decision=int(decision),
            actions=actions,
            actor=str(at.seat.number),
            key=request.POST.get("key") or key_of(int(decision), actions),
            now=now(),
        )
    except engine.InvalidAction as error:
        return not_so(request, at, refusal(error, at.board), typed)
    except Stale as error:
        return not_so(request, again(request, at), str(error), status=409)
    except Refused as error:
        return not_so(request, again(request, at), str(error), typed)
    _mark_present(request, at, accepted)
    if at.bots:
        answer_at_once(game=at.game, now=now())
    if accepted.left:
        return not_so(request, again(request, at), accepted.why, status=200)
    return redirect(f"{reverse('game', args=[code])}?from={accepted.first_seq}#results")


def _is_to_be_held(request: HttpRequest, actions: Sequence[engine.Action], at: Sitting) -> bool:
    """Whether the form asks to hold the move, or says nothing and the person always does."""
    wish = request.POST.get("hold")
    if wish is None:
        return is_held(person=cast(Person, request.user), actions=actions, board=at.board)
    return wish == "1"


def _hold(
    request: HttpRequest, at: Sitting, decision: int, actions: Sequence[engine.Action]
) -> HttpResponse:
    assert at.seat is not None
    hold_move(
        game=at.game,
        seat=at.seat.number,
        person=cast(Person, request.user),
        decision=decision,
        actions=actions,
        key=request.POST.get("key") or key_of(decision, actions),
        now=now(),
    )
    return redirect(f"{reverse('game', args=[at.game.code])}#your-move")


def again(request: HttpRequest, at: Sitting) -> Sitting:
    """Gets the game as it is now, after somebody else's move or the own one."""
    return sitting(request, at.game.code)


def _mark_present(request: HttpRequest, at: Sitting, accepted: Accepted) -> None:
    """Note that the mover had seen the page the move was chosen on, and sees the move itself."""
    assert at.seat is not None
    seen, last = request.POST.get("seq", ""), -1
    if seen.isdecimal() and int(seen[:9]) == accepted.first_seq - 1:
        last = accepted.last_seq
    elif seen.isdecimal():
        last = min(int(seen[:9]), accepted.last_seq)
    mark_present(seat=at.seat, seq=last, now=now())
