"""Asking those who are to move to do so."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.acting import act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat


def nudge(*, actor: Person, game: Game, reason: str, now: datetime) -> AuditEntry:
    """Asks everybody who is to move in a game to do so; all players hear of it.

    Also who holds a move: that they do is not for the others to hear.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, or no person is to move.
    """

    def work(digest: str) -> dict[str, object]:
        waiting = Seat.objects.filter(
            game=game,
            game__status=GameStatus.RUNNING,
            decision__isnull=False,
            person__isnull=False,
        )
        seats = sorted(waiting.values_list("number", flat=True))
        if not seats:
            raise Refused(_("Nobody is to move here."))
        return {"seats": seats}

    return act(actor=actor, game=game, deed=Deed.NUDGE, reason=reason, work=work, now=now)
