"""Proposing something to a table, and voting on it."""

from __future__ import annotations

from typing import Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.errors import Refused
from games.people.models import Person
from games.tables.models import Game
from games.tables.selectors import game_for
from games.votes.cast import cast as cast_ballot
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.propose import propose as open_vote
from games.votes.withdraw import withdraw
from games.web.clock.forms import ClockForm
from games.web.clock.votes import clock_of
from games.web.refusals import refusals_told

# Of the forms of proposals; what is proposed most often stands in no field that is kept.
FIELDS: Final = {"pause_days": "days"} | {f"clock_{name}": name for name in ClockForm.base_fields}


@login_required
@require_POST
def propose(request: HttpRequest, code: str) -> HttpResponse:
    game, person = _game(request, code), cast(Person, request.user)
    kind = request.POST.get("kind", "")
    with refusals_told(request, keep=FIELDS):
        if kind not in VoteKind.values:
            raise Refused(_("The form is incomplete. Choose what you propose again."))
        data = _data(request, game, kind)
        vote = open_vote(game=game, person=person, kind=VoteKind(kind), data=data, now=now())
        _say(request, vote, _("Your proposal is out. Everybody at the table hears of it by mail."))
    return redirect("clock", code)


@login_required
@require_POST
def vote(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    game, person = _game(request, code), cast(Person, request.user)
    answer = request.POST.get("answer", "")
    with refusals_told(request):
        if answer == "withdraw":
            withdraw(game=game, vote=pk, person=person, now=now())
            messages.success(request, _("Your proposal is withdrawn."))
        elif answer in ("yes", "no"):
            found = cast_ballot(game=game, vote=pk, person=person, yes=answer == "yes", now=now())
            _say(request, found, _("Your vote counts."))
        else:
            raise Refused(_("The form is incomplete. Vote again."))
    return redirect("clock", code)


def _game(request: HttpRequest, code: str) -> Game:
    game = game_for(code, cast(Person, request.user))
    if game is None:
        raise Http404
    return game


def _data(request: HttpRequest, game: Game, kind: str) -> dict[str, Any]:
    posted = request.POST
    if kind == VoteKind.PAUSE:
        return {"days": _number(posted.get("days", ""))}
    if kind == VoteKind.REPLACE:
        return {"seat": _number(posted.get("seat", "")), "by": posted.get("by", "")}
    if kind == VoteKind.CLOCK:
        form = ClockForm(posted, initial=clock_of(game))
        if not form.is_valid():
            raise Refused(_("The form is incomplete. Choose what you propose again."))
        return form.terms.as_data()
    return {}


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 4 else -1


def _say(request: HttpRequest, vote: Vote, otherwise: str) -> None:
    told = {
        VoteOutcome.CARRIED: _("Everybody agrees: it is done."),
        VoteOutcome.REJECTED: _("The proposal is rejected."),
        VoteOutcome.POINTLESS: _("It could not be done any more."),
    }
    messages.success(request, told.get(VoteOutcome(vote.outcome), otherwise))
