"""Decisions that can be taken in a game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.http import HttpRequest
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import engine
from games import log
from games.clock.models import Miss
from games.moderation.conflicts import may_look
from games.moderation.games.clock import excuse_turn, extend, nudge, pause, resume
from games.moderation.games.hidden_cards import look_at_hidden_cards
from games.moderation.games.replacement import decide_replacement
from games.moderation.games.result import (
    VOIDABLE,
    adjudicate,
    void,
    withdraw_adjudication,
    withdraw_voiding,
)
from games.moderation.games.take_back import take_back
from games.moderation.games.votes import confirm_vote, refuse_vote
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.proposals import open_proposal
from games.moderation.reports import remove_name
from games.moderation.sanctions import warn
from games.moderation.wording import day
from games.people.models import Person
from games.play.end_game import places_by_points, sides_of
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_name, seat_names
from games.votes.selectors import agreed_votes
from games.votes.wording import describe_proposal
from games.web.moderation import forms
from games.web.moderation.decision_forms import DONE, TOO_LATE, DecisionForm, Decisions, Options
from games.web.moderation.presenters.return_points import return_points_of
from games.web.parts.phrases import joined


def _is_running(game: Game) -> bool:
    return game.status == GameStatus.RUNNING


def _can_be_nudged(game: Game) -> bool:
    waiting = game.seats.filter(decision__isnull=False, person__isnull=False)
    return _is_running(game) and waiting.exists()


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.select_related("person").order_by("number"))


def _seat_choices(seats: Iterable[Seat], *first: tuple[str, object]) -> Options | None:
    found = [(str(seat.number), seat_name(seat)) for seat in seats]
    return {"choices": {"seat": [*first, *found]}} if found or first else None


def _waiting_seats(game: Game, actor: Person) -> Options | None:
    waiting = (seat for seat in _seats(game) if seat.opened_at is not None)
    return _seat_choices(waiting, ("", _("everybody whose turn it is")))


def _missed_turns(game: Game, actor: Person) -> Options | None:
    misses = Miss.objects.filter(game=game, excused_at=None).order_by("-at")
    names = {seat.number: seat_name(seat) for seat in _seats(game)}
    choices = [
        (f"{miss.seat}-{miss.decision}", f"{names[miss.seat]}, {day(miss.due_at)}")
        for miss in misses
    ]
    return {"choices": {"miss": choices}} if choices else None


def _warn_player(
    *, actor: Person, game: Game, seat: int, reason: str, line: str, now: datetime
) -> AuditEntry:
    person = game.seats.select_related("person").get(number=seat).person
    assert person is not None
    return warn(actor=actor, person=person, game=game, reason=reason, line=line, now=now)


def _return_points(game: Game, actor: Person) -> Options | None:
    points = return_points_of(game)
    return {"choices": {"to": points}} if points else None


def _adjudication(game: Game, actor: Person) -> Options | None:
    proposal = open_proposal(game, ModerationAction.ADJUDICATE)
    if proposal is not None and proposal.actor_id == actor.pk:
        return None
    sides = sides_of(engine.view(log.load(game), None))
    names = {seat.number: seat_name(seat) for seat in _seats(game)}
    about = [_("Everything hidden is shown to everybody, so this cannot be undone.")]
    button = _("End the game with this result")
    if proposal is not None:
        about.insert(0, _("The form shows somebody else's proposal; you would confirm it."))
        button = _("Confirm: end the game with this result")
    else:
        about.append(_("The places shown follow the points on the board."))
        if game.rated:
            about.append(_("This game is rated, so another director or moderator must confirm it."))
            button = _("Propose this result")
    return {
        "description": " ".join(map(str, about)),
        "button": button,
        "sides": [joined(names[seat] for seat in side.seats) for side in sides],
        "places": proposal.data["places"] if proposal else places_by_points(sides),
    }


def _voiding(game: Game, actor: Person) -> Options | None:
    proposal = open_proposal(game, ModerationAction.VOID)
    if proposal is not None and proposal.actor_id == actor.pk:
        return None
    about = [_("The game will not count. This cannot be undone.")]
    button = _("Void the game")
    if game.rated and proposal is None:
        about.append(_("This game is rated, so another director or moderator must confirm it."))
        button = _("Propose to void the game")
    elif game.rated:
        about.append(_("This is somebody else's proposal; you would confirm it."))
        button = _("Confirm: void the game")
    return {"description": " ".join(map(str, about)), "button": button}


def _agreed_votes(game: Game, actor: Person) -> Options | None:
    names = seat_names(game)
    waiting = agreed_votes(now()).filter(game=game)
    choices = [(str(vote.pk), describe_proposal(vote, names)) for vote in waiting]
    return {"choices": {"vote": choices}} if choices else None


def _done(request: HttpRequest, entry: AuditEntry) -> str:
    if entry.action == ModerationAction.PROPOSE:
        return gettext("Proposed. It is in the audit log, and the people concerned are told.")
    return str(DONE)


GAME_DECISIONS: Final = Decisions[Game](
    "game",
    DecisionForm(
        key="confirm-vote",
        service=confirm_vote,
        form=forms.VoteForm,
        possible=_is_running,
        options=_agreed_votes,
    ),
    DecisionForm(
        key="refuse-vote",
        service=refuse_vote,
        form=forms.VoteForm,
        possible=_is_running,
        options=_agreed_votes,
    ),
    DecisionForm(
        key="nudge",
        service=nudge,
        possible=_can_be_nudged,
    ),
    DecisionForm(
        key="extend",
        service=extend,
        form=forms.ExtendForm,
        possible=_is_running,
        options=_waiting_seats,
    ),
    DecisionForm(
        key="pause",
        service=pause,
        form=forms.UntilForm,
        possible=lambda game: _is_running(game) and game.paused_at is None,
    ),
    DecisionForm(
        key="resume",
        service=resume,
        possible=lambda game: _is_running(game) and game.paused_at is not None,
    ),
    DecisionForm(
        key="excuse",
        service=excuse_turn,
        form=forms.ExcuseForm,
        possible=_is_running,
        options=_missed_turns,
    ),
    DecisionForm(
        key="warn",
        decides=ModerationAction.WARN,
        service=_warn_player,
        form=forms.WarnPlayerForm,
        options=lambda game, actor: _seat_choices(seat for seat in _seats(game) if seat.person),
    ),
    DecisionForm(
        key="remove-name",
        service=remove_name,
        possible=lambda game: bool(game.name),
    ),
    DecisionForm(
        key="replace",
        service=decide_replacement,
        form=forms.ReplaceForm,
        possible=_is_running,
        options=lambda game, actor: _seat_choices(_seats(game)),
    ),
    DecisionForm(
        key="take-back",
        service=take_back,
        form=forms.ReturnPointForm,
        possible=_is_running,
        options=_return_points,
    ),
    DecisionForm(
        key="look",
        service=look_at_hidden_cards,
        decides=ModerationAction.LOOK,
        form=forms.LookForm,
        possible=_is_running,
        options=lambda game, actor: {} if may_look(actor, game) else None,
        irreversible=True,
    ),
    DecisionForm(
        key="adjudicate",
        service=adjudicate,
        form=forms.PlacesForm,
        possible=_is_running,
        options=_adjudication,
        irreversible=True,
    ),
    DecisionForm(
        key="void",
        service=void,
        possible=lambda game: game.status in VOIDABLE,
        options=_voiding,
        irreversible=True,
    ),
    DecisionForm(
        key="withdraw-void",
        service=withdraw_voiding,
        possible=lambda game: open_proposal(game, ModerationAction.VOID) is not None,
    ),
    DecisionForm(
        key="withdraw-result",
        service=withdraw_adjudication,
        possible=lambda game: open_proposal(game, ModerationAction.ADJUDICATE) is not None,
    ),
    done=_done,
    too_late=TOO_LATE,
)
