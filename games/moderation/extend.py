"""Giving more time for open turns of a game."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.clock.extend import extend_deadline
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game


def extend(
    *,
    actor: Person,
    game: Game,
    by: timedelta,
    seat: int | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Gives the open turn of one seat, or of all who are to move, more time.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, no open turn, or the time is too short or too long.
    """

    def work(digest: str) -> dict[str, object]:
        due = extend_deadline(game=game, seat=seat, by=by, actor=DIRECTOR, now=now)
        return {"seats": sorted(due), "minutes": int(by / timedelta(minutes=1))}

    return act(actor=actor, game=game, deed=Deed.EXTEND, reason=reason, work=work, now=now)
