"""Ending a game with a result that a director gives it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.play.adjudicate import adjudicate_game
from games.tables.models import Game


def adjudicate(
    *,
    actor: Person,
    game: Game,
    places: Sequence[int] | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Ends a running game: the sides get these places, or those of their points on the board.

    It cannot be undone: everything hidden is shown to everybody.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the game does not run, or the places are no ranking.
    """

    def work(digest: str) -> dict[str, object]:
        given = adjudicate_game(game=game, places=places, actor=DIRECTOR, reason=digest, now=now)
        return {"places": given, "as_it_stands": places is None}

    return act(actor=actor, game=game, deed=Deed.ADJUDICATE, reason=reason, work=work, now=now)
