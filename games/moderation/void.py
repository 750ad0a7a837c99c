"""Voiding a game: a rated one needs two people in office, one who proposes and one who confirms."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.strike_out import check_strike_out, strike_out
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.moderation.two_voices import VOIDING, require_second, standing_proposal, withdraw
from games.people.models import Person
from games.play.void import void_game
from games.tables.models import Game, GameStatus

CAN_BE_VOIDED = (GameStatus.RUNNING, GameStatus.FINISHED)


def void(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Voids a game; for a rated one, proposes it, or confirms what somebody else has proposed.

    A voided game counts for nothing. It cannot be undone: everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the actor proposed it, or the game has not begun.
    """
    if game.rated and proposed(game) is None:
        return act(
            actor=actor,
            game=game,
            deed=Deed.PROPOSE_VOID,
            reason=reason,
            work=lambda digest: _check(game),
            now=now,
        )

    def work(digest: str) -> None:
        _check(game)
        require_second(actor, game, VOIDING)
        void_game(game=game, actor=DIRECTOR, reason=digest, now=now)
        strike_out(game=game, now=now)

    return act(
        actor=actor,
        game=game,
        deed=Deed.VOID,
        reason=reason,
        work=work,
        now=now,
    )


def withdraw_proposal(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Takes a proposal to void a game off the table, also that of somebody else.

    :raises NotAllowed: if the actor may not act in this game, or plays in its division.
    :raises Refused: if there is no reason, or no proposal.
    """
    return withdraw(actor=actor, game=game, voices=VOIDING, reason=reason, now=now)


def proposed(game: Game) -> AuditEntry | None:
    """The proposal to void a game that still stands, if there is one."""
    return standing_proposal(game, VOIDING)


def _check(game: Game) -> None:
    # The season first, then the game, as everybody locks them.
    check_strike_out(game=game)
    if _lock(game).status not in CAN_BE_VOIDED:
        raise Refused(_("Only a game that has begun can be voided, and only once."))


def _lock(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)
