"""Giving the seat of a player to another one, or looking for one."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.absence.open_seat import open_seat
from games.absence.replace_player import replace_player
from games.errors import Refused
from games.moderation.acting import DIRECTOR, act
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person
from games.tables.models import Game, Seat


def replace(
    *,
    actor: Person,
    game: Game,
    seat: int,
    by: Person | str | None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Gives a seat to a person or to the bot of this name, or, with None, looks for a substitute.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the seat is nobody's, the actor would sit down there, or
        the substitute cannot.
    """
    if by == actor:
        raise Refused(_("You cannot decide in a game and play in it. Choose somebody else."))
    row = Seat.objects.filter(game=game, number=seat).select_related("person").first()

    def work(digest: str) -> dict[str, object]:
        if by is None:
            open_seat(game=game, seat=seat, actor=DIRECTOR, now=now)
            return {"seat": seat, "by": "open"}
        replace_player(game=game, seat=seat, by=by, actor=DIRECTOR, now=now)
        return {"seat": seat, "by": "person" if isinstance(by, Person) else "bot"}

    return act(
        actor=actor,
        game=game,
        deed=Deed.REPLACE,
        reason=reason,
        work=work,
        subject=row.person if row else None,
        now=now,
    )
