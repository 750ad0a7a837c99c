"""Adjudicate or void a game; a rated one needs two people with a role (decision 84)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

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
from games.moderation.proposals import open_proposal
from games.people.models import Person
from games.play.end_game import adjudicate_game, ranked_sides, void_game
from games.tables.models import Game, GameStatus


def _retract_proposal(at: GameDecision, action: ModerationAction) -> DecisionOutcome:
    lock_game(at.game)
    proposal = open_proposal(at.game, action)
    if proposal is None:
        raise Refused(_("There is no such proposal in this game."))
    return DecisionOutcome(undoes=proposal, proposal=proposal)


def adjudicate(
    *,
    actor: Person,
    game: Game,
    places: Sequence[int] | None = None,
    reason: str,
    message: str = "",
    now: datetime,
) -> AuditEntry:
    """End a running game; of a rated one, propose it, or confirm what somebody else proposed.

    The sides get these places, or those of their points on the board. It cannot be undone:
    everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game, or plays in its division.
    :raises Refused: if there is no reason, the game does not run, the places are no ranking or
        not those that were proposed, or the actor proposed them.
    """
    proposal = open_proposal(game, ModerationAction.ADJUDICATE) if game.rated else None
    return _end_with_result(
        actor=actor,
        game=game,
        places=places,
        reason=reason,
        message=message,
        proposal=proposal,
        now=now,
    )


def _propose_result(at: GameDecision, *, places: Sequence[int] | None) -> DecisionOutcome:
    _require_running(at.game)
    if open_proposal(at.game, ModerationAction.ADJUDICATE) is not None:
        raise Refused(_("Somebody has just proposed a result. Look at it first."))
    ranked = ranked_sides(at.game, places)
    return DecisionOutcome(
        {
            "places": [place for _side, place in ranked],
            "sides": [list(side.seats) for side, _place in ranked],
        }
    )


@game_decision(ModerationAction.ADJUDICATE, propose=_propose_result)
def _end_with_result(at: GameDecision, *, places: Sequence[int] | None) -> DecisionOutcome:
    _require_running(at.game)
    wanted = places
    if at.proposal is not None:
        wanted = at.proposal.data["places"]
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
    """Withdraw a proposed result, one's own or somebody else's.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, ModerationAction.ADJUDICATE)


def _require_running(game: Game) -> None:
    if lock_game(game).status != GameStatus.RUNNING:
        raise Refused(_("This game is over, or has not begun, so it needs no result."))


VOIDABLE = (GameStatus.RUNNING, GameStatus.FINISHED)


def void(*, actor: Person, game: Game, reason: str, message: str = "", now: datetime) -> AuditEntry:
    """Void a game; for a rated one, propose it, or confirm what somebody else has proposed.

    A voided game does not count. It cannot be undone: everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the actor proposed it, or the game has not begun.
    """
    proposal = proposed_voiding(game) if game.rated else None
    return _void(actor=actor, game=game, reason=reason, message=message, proposal=proposal, now=now)


def _propose_voiding(at: GameDecision) -> DecisionOutcome:
    _require_voidable(at.game)
    if proposed_voiding(at.game) is not None:
        raise Refused(_("Somebody has just proposed to void this game. Look at it first."))
    return DecisionOutcome()


@game_decision(ModerationAction.VOID, propose=_propose_voiding)
def _void(at: GameDecision) -> DecisionOutcome:
    _require_voidable(at.game)
    void_game(game=at.game, actor=DIRECTOR, reason=at.digest, now=at.now)
    annul_result(game=at.game, now=at.now)
    return DecisionOutcome()


@game_decision(ModerationAction.WITHDRAW_VOID)
def withdraw_voiding(at: GameDecision) -> DecisionOutcome:
    """Withdraw a proposal to void a game, one's own or somebody else's.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, ModerationAction.VOID)


def proposed_voiding(game: Game) -> AuditEntry | None:
    """The open proposal to void a game, if there is one."""
    return open_proposal(game, ModerationAction.VOID)


def _require_voidable(game: Game) -> None:
    # Lock the season first, then the game, as everywhere.
    check_annulment(game=game)
    if lock_game(game).status not in VOIDABLE:
        raise Refused(_("Only a game that has begun can be voided, and only once."))
