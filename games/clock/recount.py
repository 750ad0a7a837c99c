"""Counting deadlines anew, when something other than a move changed a clock."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games import statements
from games.clock import deadlines, ledger
from games.clock.calendars import Calendars
from games.clock.models import ClockChange
from games.tables.models import Game, Seat


def recount(
    *, game: Game, seats: Iterable[Seat], what: ClockChange, now: datetime, note: str = ""
) -> list[Seat]:
    """Counts the open deadlines of these seats anew and stores them; gets the seats that moved.

    Call it with the row of the game locked. Bots have no line in the ledger: they answer at once.
    """
    calendars = Calendars(game, now)
    moved = []
    for seat in seats:
        if seat.opened_at is None:
            continue
        before = ledger.was(seat)
        deadlines.count(game=game, seat=seat, calendar=calendars.of(seat), now=now)
        if seat.due_at != before.due_at:
            moved.append((seat, before))
    statements.update([seat for seat, _before in moved], *deadlines.FIELDS)
    ledger.write(
        ledger.entry(game=game, seat=seat, what=what, before=before, now=now, note=note)
        for seat, before in moved
        if not seat.bot
    )
    return [seat for seat, _before in moved]
