"""Ending a game with a result that directors give it: a rated one needs two people in office."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.moderation.two_voices import ADJUDICATION, require_second, standing_proposal, withdraw
from games.people.models import Person
from games.play.adjudicate import adjudicate_game, ranked_sides
from games.tables.models import Game, GameStatus


def adjudicate(
    *,
    actor: Person,
    game: Game,
    places: Sequence[int] | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Ends a running game; of a rated one, proposes it, or confirms what somebody else proposed.

    The sides get these places, or those of their points on the board. It cannot be undone:
    everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game, or plays in its division.
    :raises Refused: if there is no reason, the game does not run, the places are no ranking or
        not those that were proposed, or the actor proposed them.
    """
    if game.rated and standing_proposal(game, ADJUDICATION) is None:
        return _propose(actor=actor, game=game, places=places, reason=reason, now=now)

    def work(digest: str) -> dict[str, object]:
        _lock(game)
        proposal = require_second(actor, game, ADJUDICATION)
        wanted = places
        if proposal is not None:
            wanted = proposal.data["places"]
            if places is not None and list(places) != wanted:
                raise Refused(
                    _(
                        "Another result is proposed. Confirm that one, or withdraw it and propose"
                        " yours."
                    )
                )
        given = adjudicate_game(game=game, places=wanted, actor=DIRECTOR, reason=digest, now=now)
        return {"places": given, "as_it_stands": wanted is None}

    return act(actor=actor, game=game, deed=Deed.ADJUDICATE, reason=reason, work=work, now=now)


def withdraw_adjudication(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Takes a proposed result off the table, also that of somebody else.

    :raises NotAllowed: if the actor may not act in this game, or plays in its division.
    :raises Refused: if there is no reason, or no proposal.
    """
    return withdraw(actor=actor, game=game, voices=ADJUDICATION, reason=reason, now=now)


def _propose(
    *, actor: Person, game: Game, places: Sequence[int] | None, reason: str, now: datetime
) -> AuditEntry:
    def work(digest: str) -> dict[str, object]:
        _lock(game)
        if standing_proposal(game, ADJUDICATION) is not None:
            raise Refused(_("Somebody has just proposed a result. Look at it first."))
        ranked = ranked_sides(game, places)
        return {
            "places": [place for _side, place in ranked],
            "sides": [list(side.seats) for side, _place in ranked],
        }

    return act(
        actor=actor,
        game=game,
        deed=Deed.PROPOSE_ADJUDICATION,
        reason=reason,
        work=work,
        now=now,
    )


def _lock(game: Game) -> None:
    if Game.objects.select_for_update().get(pk=game.pk).status != GameStatus.RUNNING:
        raise Refused(_("This game is over, or has not begun: it needs no result."))
