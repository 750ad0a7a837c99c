"""Taking back time that open turns were given."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.clock import deadlines
from games.clock.calendar import Calendar
from games.clock.calendars import Calendars
from games.clock.models import ClockChange
from games.clock.recount import recount
from games.errors import Refused
from games.log.stamps import stamp
from games.play.door import door
from games.tables.models import Game, Seat

SHORTENED = "table.deadline_shortened"
LEFT: Final = timedelta(days=1)
"""Nobody is left less than this, or than the turn would have had anyway."""
NOTHING: Final = timedelta()


def shorten_deadline(
    *,
    game: Game,
    turns: Mapping[int, datetime],
    by: timedelta,
    actor: str,
    reason: str = "",
    now: datetime,
) -> dict[int, datetime]:
    """Takes back time that turns were given, as far as it is not used up; gets what is due when.

    ``turns`` has the seats that were given it, with the moment at which the turn of each began.
    Whose turn is over keeps what it took. Who is still to move keeps a day, or what is left without
    that time if that is more.

    :raises Refused: if the game does not run or is paused, no such turn is open any more, or all
        that was given is used up.
    """
    with door(game=game, now=now) as table:
        if table.game.paused_at is not None:
            raise Refused(_("The game is paused, and no deadline runs. End the pause first."))
        asked = [
            row
            for row in table.seats
            if row.opened_at is not None and turns.get(row.number) == row.opened_at
        ]
        if not asked:
            raise Refused(_("The turns that were given this time are over."))
        calendars = Calendars(table.game, now)
        changed = []
        for row in asked:
            spare = _spare(table.game, row, by, calendars.of(row), now)
            if spare > NOTHING:
                row.extra -= spare
                row.save(update_fields=["extra"])
                changed.append(row)
        if not changed:
            raise Refused(_("This time is used up: who is to move has no more than a day left."))
        recount(
            game=table.game, seats=changed, what=ClockChange.SHORTENED, now=now, note=reason[:200]
        )
        due = {row.number: row.due_at for row in changed if row.due_at is not None}
        told = {str(number): stamp(at) for number, at in due.items()}
        table.note(SHORTENED, {"seats": sorted(due), "due": told}, actor)
        return due


def _spare(game: Game, seat: Seat, by: timedelta, calendar: Calendar, now: datetime) -> timedelta:
    """Gets how much of an extension can go: the rest is used up, or is the day that is left."""
    least = now + LEFT
    if seat.due_at is None or seat.due_at <= least:
        return NOTHING
    by = min(by, seat.extra)
    without = copy(seat)
    without.extra = seat.extra - by
    deadlines.count(game=game, seat=without, calendar=calendar, now=now)
    assert without.due_at is not None
    # Time moves a deadline at least by its own length: where clocks stand still, further.
    return by - max(NOTHING, least - without.due_at)
