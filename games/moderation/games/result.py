"""Adjudicate or void a game; a rated one needs two people with a role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.season.close import annul_result, check_annulment
from games.moderation.games.decision import (
    DecisionOutcome,
    GameDecision,
    game_decision,
    lock_game,
)
from games.moderation.models import AuditEntry, ModerationAction
from games.people.models import Person
from games.play.end_game import adjudicate_game, ranked_sides, void_game
from games.tables.models import Game, GameStatus


@dataclass(frozen=True, slots=True)
class TwoPersonRule:
    """An action with those that propose it and take the proposal off the table."""

    propose: ModerationAction
    withdraw: ModerationAction
    do: ModerationAction


VOIDING: Final = TwoPersonRule(
    ModerationAction.PROPOSE_VOID, ModerationAction.WITHDRAW_VOID, ModerationAction.VOID
)
ADJUDICATION: Final = TwoPersonRule(
    ModerationAction.PROPOSE_ADJUDICATION,
    ModerationAction.WITHDRAW_ADJUDICATION,
    ModerationAction.ADJUDICATE,
)


def open_proposal(game: Game, rule: TwoPersonRule) -> AuditEntry | None:
    """The proposal that still stands in a game, if there is one: the newest entry about it."""
    actions = (rule.propose, rule.withdraw, rule.do)
    last = AuditEntry.objects.filter(game=game, action__in=actions).order_by("-pk").first()
    return last if last is not None and last.action == rule.propose else None


def require_second_person(actor: Person, game: Game, rule: TwoPersonRule) -> AuditEntry | None:
    """The proposal that an actor confirms; None in a game that is not rated, which needs none.

    The caller holds the lock of the game's row, so one of two at once confirms, or none.

    :raises Refused: if nobody else has proposed it.
    """
    if not game.rated:
        return None
    proposal = open_proposal(game, rule)
    if proposal is None or proposal.actor_id == actor.pk:
        raise Refused(
            _("This takes two people: another director or moderator must confirm what you propose.")
        )
    return proposal


def _retract_proposal(at: GameDecision, rule: TwoPersonRule) -> DecisionOutcome:
    lock_game(at.game)
    proposal = open_proposal(at.game, rule)
    if proposal is None:
        raise Refused(_("There is no such proposal in this game."))
    return DecisionOutcome(undoes=proposal)


def adjudicate(
    *,
    actor: Person,
    game: Game,
    places: Sequence[int] | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """End a running game; of a rated one, propose it, or confirm what somebody else proposed.

    The sides get these places, or those of their points on the board. It cannot be undone:
    everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game, or plays in its division.
    :raises Refused: if there is no reason, the game does not run, the places are no ranking or
        not those that were proposed, or the actor proposed them.
    """
    proposes = game.rated and open_proposal(game, ADJUDICATION) is None
    decide = _propose_result if proposes else _end_with_result
    return decide(actor=actor, game=game, places=places, reason=reason, now=now)


@game_decision(ModerationAction.PROPOSE_ADJUDICATION)
def _propose_result(at: GameDecision, *, places: Sequence[int] | None) -> DecisionOutcome:
    _require_running(at.game)
    if open_proposal(at.game, ADJUDICATION) is not None:
        raise Refused(_("Somebody has just proposed a result. Look at it first."))
    ranked = ranked_sides(at.game, places)
    return DecisionOutcome(
        {
            "places": [place for _side, place in ranked],
            "sides": [list(side.seats) for side, _place in ranked],
        }
    )


@game_decision(ModerationAction.ADJUDICATE)
def _end_with_result(at: GameDecision, *, places: Sequence[int] | None) -> DecisionOutcome:
    _require_running(at.game)
    proposal = require_second_person(at.actor, at.game, ADJUDICATION)
    wanted = places
    if proposal is not None:
        wanted = proposal.data["places"]
        if places is not None and list(places) != wanted:
            raise Refused(
                _("Another result has been proposed. Confirm it, or withdraw it and propose yours.")
            )
    given = adjudicate_game(
        game=at.game, places=wanted, actor=DIRECTOR, reason=at.digest, now=at.now
    )
    return DecisionOutcome({"places": given, "as_it_stands": wanted is None})


@game_decision(ModerationAction.WITHDRAW_ADJUDICATION)
def withdraw_adjudication(at: GameDecision) -> DecisionOutcome:
    """Take a proposed result off the table, also that of somebody else.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, ADJUDICATION)


def _require_running(game: Game) -> None:
    if lock_game(game).status != GameStatus.RUNNING:
        raise Refused(_("This game is over, or has not begun, so it needs no result."))


VOIDABLE = (GameStatus.RUNNING, GameStatus.FINISHED)


def void(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Void a game; for a rated one, propose it, or confirm what somebody else has proposed.

    A voided game counts for nothing. It cannot be undone: everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the actor proposed it, or the game has not begun.
    """
    proposes = game.rated and proposed_voiding(game) is None
    decide = _propose_voiding if proposes else _void
    return decide(actor=actor, game=game, reason=reason, now=now)


@game_decision(ModerationAction.PROPOSE_VOID)
def _propose_voiding(at: GameDecision) -> DecisionOutcome:
    _require_voidable(at.game)
    return DecisionOutcome()


@game_decision(ModerationAction.VOID)
def _void(at: GameDecision) -> DecisionOutcome:
    _require_voidable(at.game)
    require_second_person(at.actor, at.game, VOIDING)
    void_game(game=at.game, actor=DIRECTOR, reason=at.digest, now=at.now)
    annul_result(game=at.game, now=at.now)
    return DecisionOutcome()


@game_decision(ModerationAction.WITHDRAW_VOID)
def withdraw_voiding(at: GameDecision) -> DecisionOutcome:
    """Take a proposal to void a game off the table, also that of somebody else.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, VOIDING)


def proposed_voiding(game: Game) -> AuditEntry | None:
    """The proposal to void a game that still stands, if there is one."""
    return open_proposal(game, VOIDING)


def _require_voidable(game: Game) -> None:
    # The season first, then the game, as everybody locks them.
    check_annulment(game=game)
    if lock_game(game).status not in VOIDABLE:
        raise Refused(_("Only a game that has begun can be voided, and only once."))
