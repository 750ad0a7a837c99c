"""Excusing a turn that ran out of time."""

from __future__ import annotations

from datetime import datetime

from games.clock.excuse import excuse_miss
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game


def excuse(
    *, actor: Person, game: Game, seat: int, decision: int, reason: str, now: datetime
) -> AuditEntry:
    """Notes that a missed turn does not speak against who missed it; it is not erased.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, no such miss, or it is excused already.
    """

    def work(digest: str) -> dict[str, object]:
        excuse_miss(game=game, seat=seat, decision=decision, actor=DIRECTOR, by=actor, now=now)
        return {"seat": seat, "decision": decision}

    return act(actor=actor, game=game, deed=Deed.EXCUSE, reason=reason, work=work, now=now)
