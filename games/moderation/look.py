"""Looking at what is hidden in a game: written down at once, shown to the players afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

import engine
from games import log
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import league_of, require_look
from games.people.models import Person
from games.tables.models import Game, GameStatus


@transaction.atomic
def look(*, actor: Person, game: Game, reason: str, now: datetime) -> list[engine.View]:
    """Gets the game through the eyes of each seat in turn: hands and tickets, not the piles.

    :raises NotAllowed: if the actor may not, with the reason.
    :raises Refused: if no reason is given.
    """
    role = require_look(actor, game)
    state = log.load(game)
    audit.write(
        actor=actor,
        role=role,
        deed=Deed.LOOK,
        reason=keep_reason(tidy_reason(reason)),
        game=game,
        league=league_of(game),
        seq=state.seq,
        now=now,
    )
    return [engine.view(state, seat) for seat in range(state.seats)]


def looks_shown(game: Game) -> Sequence[AuditEntry]:
    """Gets the looks at hidden facts of a game, oldest first; none are told while it runs."""
    if game.status not in (GameStatus.FINISHED, GameStatus.VOID):
        return []
    return list(audit.of_game(game).filter(deed=Deed.LOOK).order_by("at", "pk"))
