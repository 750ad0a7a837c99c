"""Voiding a game: a rated one needs two people in office, one who proposes and one who confirms."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.strike_out import strike_out
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.play.void import void_game
from games.tables.models import Game, GameStatus

OF_VOIDING = (Deed.PROPOSE_VOID, Deed.WITHDRAW_VOID, Deed.VOID)
CAN_BE_VOIDED = (GameStatus.RUNNING, GameStatus.FINISHED)


def void(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Voids a game; for a rated one, proposes it, or confirms what somebody else has proposed.

    A voided game counts for nothing. It cannot be undone: everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the actor proposed it, or the game has not begun.
    """
    proposal = proposed(game)
    if game.rated and proposal is None:
        return act(
            actor=actor,
            game=game,
            deed=Deed.PROPOSE_VOID,
            reason=reason,
            work=lambda digest: _check(game),
            now=now,
        )

    def work(digest: str) -> None:
        # Looked at again under the lock of the row: one of two at once confirms, or none.
        _check(game)
        standing = proposed(game)
        if game.rated and (standing is None or standing.actor_id == actor.pk):
            raise Refused(
                _(
                    "A rated game is voided by two people: somebody else in office must confirm"
                    " what you have proposed."
                )
            )
        void_game(game=game, actor=DIRECTOR, reason=digest, now=now)
        strike_out(game=game)

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

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or no proposal.
    """

    def work(digest: str) -> None:
        _lock(game)
        if proposed(game) is None:
            raise Refused(_("Nobody proposes to void this game."))

    return act(
        actor=actor,
        game=game,
        deed=Deed.WITHDRAW_VOID,
        reason=reason,
        work=work,
        undoes=proposed(game),
        now=now,
    )


def proposed(game: Game) -> AuditEntry | None:
    """Gets the proposal to void a game that still stands, if there is one."""
    last = AuditEntry.objects.filter(game=game, deed__in=OF_VOIDING).order_by("-pk").first()
    return last if last is not None and last.deed == Deed.PROPOSE_VOID else None


def _check(game: Game) -> None:
    if _lock(game).status not in CAN_BE_VOIDED:
        raise Refused(_("Only a game that has begun can be voided, and only once."))


def _lock(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)
