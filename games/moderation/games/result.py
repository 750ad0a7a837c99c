"""Adjudicate or void a game; a rated one needs two people with a role (decision 84)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.season.close import annul_result, check_annulment
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.moderation.place import lock_game
from games.moderation.proposals import open_proposal
from games.play.end_game import adjudicate_game, ranked_sides, void_game
from games.tables.models import Game, GameStatus


def _retract_proposal(at: Decision, action: ModerationAction) -> DecisionOutcome:
    lock_game(at.game)
    proposal = open_proposal(at.game, action)
    if proposal is None:
        raise Refused(_("There is no such proposal in this game."))
    return DecisionOutcome(withdraws=proposal)


def _propose_result(at: Decision, *, places: Sequence[int] | None = None) -> DecisionOutcome:
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


@decision(ModerationAction.ADJUDICATE, propose=_propose_result)
def adjudicate(at: Decision, *, places: Sequence[int] | None = None) -> DecisionOutcome:
    """End a running game; of a rated one, propose it, or confirm what somebody else proposed.

    The sides get these places, or those of their points on the board. It cannot be undone:
    everything hidden is shown to everybody.

    :raises Refused: if the game does not run, the places are no ranking or not those that were
        proposed, or the actor proposed them.
    """
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


@decision(ModerationAction.WITHDRAW_ADJUDICATION)
def withdraw_adjudication(at: Decision) -> DecisionOutcome:
    """Withdraw a proposed result, one's own or somebody else's.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, ModerationAction.ADJUDICATE)


def _require_running(game: Game) -> None:
    if lock_game(game).status != GameStatus.RUNNING:
        raise Refused(_("This game is over, or has not begun, so it needs no result."))


VOIDABLE = (GameStatus.RUNNING, GameStatus.FINISHED)


def _propose_voiding(at: Decision) -> DecisionOutcome:
    _require_voidable(at.game)
    if open_proposal(at.game, ModerationAction.VOID) is not None:
        raise Refused(_("Somebody has just proposed to void this game. Look at it first."))
    return DecisionOutcome()


@decision(ModerationAction.VOID, propose=_propose_voiding)
def void(at: Decision) -> DecisionOutcome:
    """Void a game; for a rated one, propose it, or confirm what somebody else has proposed.

    A voided game does not count. It cannot be undone: everything hidden is shown to everybody.

    :raises Refused: if the actor proposed it, or the game has not begun.
    """
    _require_voidable(at.game)
    void_game(game=at.game, actor=DIRECTOR, reason=at.digest, now=at.now)
    annul_result(game=at.game, now=at.now)
    return DecisionOutcome()


@decision(ModerationAction.WITHDRAW_VOID)
def withdraw_voiding(at: Decision) -> DecisionOutcome:
    """Withdraw a proposal to void a game, one's own or somebody else's.

    :raises Refused: if there is no proposal.
    """
    return _retract_proposal(at, ModerationAction.VOID)


def _require_voidable(game: Game) -> None:
    # Lock the season first, then the game, as everywhere.
    check_annulment(game=game)
    if lock_game(game).status not in VOIDABLE:
        raise Refused(_("Only a game that has begun can be voided, and only once."))
