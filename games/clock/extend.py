"""Adding time to open turns."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.clock.models import ClockChange
from games.clock.recount import recount
from games.errors import Refused
from games.log.stamps import stamp
from games.play.door import door
from games.tables.models import Game

EXTENDED = "table.deadline_extended"
LONGEST: Final = timedelta(days=90)


def extend_deadline(
    *,
    game: Game,
    seat: int | None = None,
    by: timedelta,
    actor: str,
    reason: str = "",
    now: datetime,
) -> dict[int, datetime | None]:
    """Gives the open turn of one seat, or of all that have one, more time; gets what is due when.

    The time counts as that of the turn does, before the bank is touched. In a paused game it is
    added when the game goes on.

    :raises Refused: if the game does not run, nobody has anything to decide, or the time is not
        between a minute and 90 days.
    """
    if not timedelta(minutes=1) <= by <= LONGEST:
        raise Refused(
            _("Choose a time of at least a minute and at most %(days)d days.")
            % {"days": LONGEST.days}
        )
    with door(game=game, now=now) as table:
        asked = [
            row
            for row in table.seats
            if row.opened_at is not None and (seat is None or row.number == seat)
        ]
        if not asked:
            raise Refused(_("There is no open turn to add time to."))
        for row in asked:
            row.extra += by
            row.save(update_fields=["extra"])
        recount(game=table.game, seats=asked, what=ClockChange.EXTENDED, now=now, note=reason[:200])
        due = {row.number: row.due_at for row in asked}
        told = {str(number): stamp(at) for number, at in due.items() if at}
        table.note(EXTENDED, {"seats": sorted(due), "due": told}, actor)
        return due
