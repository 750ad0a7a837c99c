"""Taking a game back to an earlier moment (P-1)."""

from __future__ import annotations

from datetime import datetime

from games import log
from games.moderation.acting import act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game


def take_back(*, actor: Person, game: Game, to: int, reason: str, now: datetime) -> AuditEntry:
    """Takes back all that happened in a game after event ``to``.

    The event in its log names the seats that had been shown something hidden, and every unseen pile
    is shuffled anew. Everybody is told; what it changed is posted to each as far as they may know
    it: see :mod:`games.moderation.difference`. Back too far can be repaired by another one.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or no such moment. Nothing happened.
    """

    def work(digest: str) -> dict[str, object]:
        with door(game=game, now=now) as table:
            since = table.game.version
            table.take_back(to)
            learnt = _learnt(game, since)
            return {"to": to, "from": since, "learnt": learnt, "until": table.game.version}

    return act(actor=actor, game=game, deed=Deed.TAKE_BACK, reason=reason, work=work, now=now)


def _learnt(game: Game, since: int) -> list[int]:
    """Gets the seats that had been shown something hidden, as the log names them."""
    told = next(line.event for line in log.events(game, after=since))
    return list(getattr(told, "learnt", ()))
