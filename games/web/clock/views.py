"""The clock page of a game; propose a change, vote on one."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.clock.core.evenings import EVENING_MINUTES
from games.clock.core.terms import BANK_PRESETS, absence_rules, terms_of
from games.clock.models import ClockEntry
from games.common.errors import Refused
from games.language.boards import board_name
from games.people.models import Person
from games.tables.models import Game, GameStatus
from games.tables.plan_choice import describe_plans
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.selectors import open_votes
from games.votes.voting import cast_ballot, withdraw_vote
from games.votes.voting import propose_vote as open_vote
from games.web.clock.forms import TURN_CHOICES, ClockForm, clock_initial
from games.web.clock.presenters import ledger_line, proposals, vote_line
from games.web.parts.buttons import button
from games.web.parts.game_clock import game_clock
from games.web.parts.game_context import game_context_or_404
from games.web.parts.pages import page_of
from games.web.parts.refusals import KEPT_FIELDS_KEY
from games.web.parts.requests import game_or_404, parse_number

LEDGER_LINES_PER_PAGE = 50


@require_safe
def clock(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    # Clocks and votes are those of now.
    if not context.has_log or context.is_delayed:
        return redirect("game", code)
    moment = now()
    running = context.game.status == GameStatus.RUNNING
    entries = ClockEntry.objects.filter(game=context.game).order_by("-pk")
    page = page_of(request, entries, LEDGER_LINES_PER_PAGE)
    votes = list(open_votes(context.game, moment)) if running else []
    return render(
        request,
        "web/clock/clock.html",
        {
            "game": context.game,
            "board_name": board_name(context.board),
            "seated": context.seat is not None,
            "running": running,
            "table": game_clock(context, moment),
            "plans": describe_plans(context.game.plans, context.game.plan_pace),
            "absence": absence_rules(context.game),
            "votes": [vote_line(vote, context) for vote in votes],
            "proposals": proposals(context, votes, _refused_clock(request)) if running else None,
            "ledger": [ledger_line(entry, context.names) for entry in page.object_list],
            "page": page,
        },
    )


def _refused_clock(request: HttpRequest) -> dict[str, object]:
    """The fields of a proposed clock that was refused; the template lets go of them."""
    kept = request.session.get(KEPT_FIELDS_KEY, {})
    turn, bank = kept.get("clock_days_per_turn", ""), kept.get("clock_bank", "")
    typed: dict[str, object] = {"weekends_off": True} if kept.get("clock_weekends_off") else {}
    if turn in TURN_CHOICES:
        typed["days_per_turn"] = turn
    if (minutes := kept.get("clock_evening_minutes", "")) in map(str, EVENING_MINUTES):
        typed["evening_minutes"] = int(minutes)
    if bank in BANK_PRESETS:
        typed["bank"] = bank
    return typed


# Of the forms of proposals; what is proposed most often is in no field that is kept.
KEPT_PROPOSAL_FIELDS: Final = {"pause_days": "days"} | {
    f"clock_{name}": name for name in ClockForm.base_fields
}


@button("clock", "code", keep=KEPT_PROPOSAL_FIELDS)
def propose(request: HttpRequest, person: Person, code: str) -> str:
    game, kind = game_or_404(request, code), request.POST.get("kind", "")
    if kind not in VoteKind.values:
        raise Refused(_("The form is incomplete. Make your proposal again."))
    data = _proposal_data(request, game, kind)
    vote = open_vote(game=game, person=person, kind=VoteKind(kind), data=data, now=now())
    made = _("Your proposal has been made. Everybody at the table will get an email.")
    return _outcome(vote, made)


@button("clock", "code")
def cast_vote(request: HttpRequest, person: Person, code: str, pk: int) -> str:
    game, answer = game_or_404(request, code), request.POST.get("answer", "")
    if answer == "withdraw":
        withdraw_vote(game=game, vote=pk, person=person, now=now())
        return _("Your proposal is withdrawn.")
    if answer not in ("yes", "no"):
        raise Refused(_("The form is incomplete. Vote again."))
    vote = cast_ballot(game=game, vote=pk, person=person, yes=answer == "yes", now=now())
    return _outcome(vote, _("Your vote has been counted."))


def _proposal_data(request: HttpRequest, game: Game, kind: str) -> dict[str, Any]:
    posted = request.POST
    if kind == VoteKind.PAUSE:
        return {"days": parse_number(posted.get("days", ""), 3) or 0}
    if kind == VoteKind.REPLACE:
        seat = parse_number(posted.get("seat", ""), 3)
        return {"seat": -1 if seat is None else seat, "by": posted.get("by", "")}
    if kind == VoteKind.CLOCK:
        form = ClockForm(posted, initial=clock_initial(terms_of(game)))
        if not form.is_valid():
            raise Refused(_("The form is incomplete. Make your proposal again."))
        return form.terms.as_data()
    return {}


def _outcome(vote: Vote, otherwise: str) -> str:
    return {
        VoteOutcome.CARRIED: _("Everybody has agreed: the proposal is accepted."),
        VoteOutcome.AGREED: _(
            "Everybody has agreed. A director of the league has to confirm it; nothing changes "
            "until then."
        ),
        VoteOutcome.REJECTED: _("The proposal is rejected."),
        VoteOutcome.POINTLESS: _("This was no longer possible."),
    }.get(VoteOutcome(vote.outcome), otherwise)
