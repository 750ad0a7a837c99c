"""Excusing a turn that ran out of time, and taking that back."""

from __future__ import annotations

from datetime import datetime

from games.clock.count_miss import count_miss
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


def count_again(*, actor: Person, entry: AuditEntry, reason: str, now: datetime) -> AuditEntry:
    """Takes an excuse back that an entry tells of: the missed turn counts again.

    :raises NotAllowed: if the actor may not act in that game.
    :raises Refused: if there is no reason, or the miss counts already.
    """
    game = entry.game
    assert game is not None
    seat, decision = entry.data["seat"], entry.data["decision"]

    def work(digest: str) -> dict[str, object]:
        count_miss(game=game, seat=seat, decision=decision, actor=DIRECTOR, now=now)
        return {"seat": seat, "decision": decision}

    return act(
        actor=actor,
        game=game,
        deed=Deed.COUNT,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )
