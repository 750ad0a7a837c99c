"""Deadlines: when a turn is due, when it drains the bank, when the person is reminded; and
recomputing them.

Decision 20 says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from games.clock.core import ledger
from games.clock.core.calendar import Budget, Calendar, deadline
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import ClockChange
from games.common import sql
from games.common.dates import stamp
from games.tables.models import Game, Seat

# A reminder when half of the time of the turn is left, when a tenth of it is (not of hours, which
# are too short for two), and when a tenth of the bank is.
OF_THE_TURN: Final = (0.5, 0.9)
OF_THE_BANK: Final = (0.9,)
NOTHING: Final = timedelta()
# The columns of a seat that this module sets.
DEADLINE_FIELDS: Final = ("opened_at", "due_at", "bank_from", "extra", "remind_at", "reminders")


def time_of_turn(game: Game, seat: Seat) -> timedelta:
    """Return the time that the open turn of a seat may take before it drains the bank."""
    return timedelta(days=game.days_per_turn, hours=game.hours_per_turn) + seat.extra


def bank_of(game: Game, seat: Seat) -> timedelta:
    """Return the time left in the bank of a seat; zero where the game has no bank."""
    return seat.bank if game.bank_cap_hours else NOTHING


def open_turn(*, game: Game, seat: Seat, calendar: Calendar, now: datetime) -> None:
    """Start the clock of a seat that has just been asked."""
    seat.opened_at = now
    seat.extra = NOTHING
    seat.reminders = 0
    set_deadline(game=game, seat=seat, calendar=calendar, now=now)


def set_deadline(*, game: Game, seat: Seat, calendar: Calendar, now: datetime) -> None:
    """Recompute the deadline of an open turn, and the reminders that depend on it.

    It follows only from the start of the clock, the budget and the calendar, so repeating it
    changes nothing. A paused game and a practice game have no deadlines.
    """
    seat.due_at = seat.bank_from = seat.remind_at = None
    if seat.opened_at is None or game.paused_at is not None or game.practice:
        return
    turn, bank = time_of_turn(game, seat), bank_of(game, seat)
    start = seat.opened_at
    seat.due_at = deadline(start=start, budget=Budget(turn, bank), calendar=calendar)
    if bank:
        seat.bank_from = deadline(start=start, budget=Budget(turn), calendar=calendar)
    times = [
        deadline(start=start, budget=Budget(part), calendar=calendar)
        for part in _reminders(game, turn, bank)
    ]
    passed = sum(at <= now for at in times)
    if passed > seat.reminders:
        seat.remind_at = now
    else:
        # If the deadline moved out, its reminders are sent again.
        seat.reminders = passed
        seat.remind_at = times[passed] if passed < len(times) else None


def mark_reminded(*, game: Game, seat: Seat, calendar: Calendar, now: datetime) -> None:
    """Record that a seat has been reminded of everything due now."""
    seat.reminders = len(OF_THE_TURN) + len(OF_THE_BANK)
    set_deadline(game=game, seat=seat, calendar=calendar, now=now)


def close_turn(seat: Seat) -> None:
    """Stop the clock of a seat that has no decision any more."""
    seat.opened_at = seat.due_at = seat.bank_from = seat.remind_at = None
    seat.extra = NOTHING
    seat.reminders = 0


def _reminders(game: Game, turn: timedelta, bank: timedelta) -> Iterator[timedelta]:
    for part in OF_THE_TURN[:1] if game.hours_per_turn else OF_THE_TURN:
        yield turn * part
    if bank:
        for part in OF_THE_BANK:
            yield turn + bank * part


def recount_deadlines(
    *, game: Game, seats: Iterable[Seat], what: ClockChange, now: datetime, note: str = ""
) -> list[Seat]:
    """Recompute the open deadlines of these seats and store them; return the seats that changed.

    Call it with the row of the game locked. Bots have no entry in the ledger: they answer at once.
    """
    calendars = GameCalendars(game, now)
    moved = []
    for seat in seats:
        if seat.opened_at is None:
            continue
        before = ledger.clock_state(seat)
        set_deadline(game=game, seat=seat, calendar=calendars.of(seat), now=now)
        if seat.due_at != before.due_at:
            moved.append((seat, before))
    sql.update([seat for seat, _before in moved], *DEADLINE_FIELDS)
    ledger.write_entries(
        ledger.new_entry(game=game, seat=seat, what=what, before=before, now=now, note=note)
        for seat, before in moved
        if not seat.bot
    )
    return [seat for seat, _before in moved]


def due_stamps(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the deadlines of the seats that have one, by seat, as the log stores them."""
    return {str(seat.number): stamp(seat.due_at) for seat in seats if seat.due_at}
