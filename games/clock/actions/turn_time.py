"""Extend open turns, or take an extension back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.clock.core import deadlines
from games.clock.core.calendar import Calendar
from games.clock.core.deadlines import due_stamps, recount_deadlines
from games.clock.core.game_calendars import GameCalendars
from games.clock.models import ClockChange
from games.common import event_types
from games.common.errors import Refused
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, Seat

LONGEST_EXTENSION: Final = timedelta(days=90)


def extend_deadline(
    *,
    game: Game,
    seat: int | None = None,
    by: timedelta,
    actor: str,
    reason: str = "",
    now: datetime,
) -> dict[int, datetime | None]:
    """Give the open turn of one seat, or of all that have one, more time; return the new deadlines.

    The extra time is used before the bank. In a paused game it is added when the game resumes.

    :raises Refused: if the game does not run, nobody has anything to decide, or the time is not
        between a minute and 90 days.
    """
    if not timedelta(minutes=1) <= by <= LONGEST_EXTENSION:
        raise Refused(
            _("Choose a time between a minute and %(days)d days.")
            % {"days": LONGEST_EXTENSION.days}
        )
    with game_transaction(game=game, now=now) as locked:
        open_turns = [
            row
            for row in locked.seats
            if row.opened_at is not None and (seat is None or row.number == seat)
        ]
        if not open_turns:
            raise Refused(_("There is no open turn to add time to."))
        return _add_time(
            locked,
            [(row, by) for row in open_turns],
            event_types.DEADLINE_EXTENDED,
            ClockChange.EXTENDED,
            actor,
            reason,
        )


LEAST_LEFT: Final = timedelta(days=1)
"""The least time that is left to a player, unless the turn had less anyway."""
NOTHING: Final = timedelta()


def shorten_deadline(
    *,
    game: Game,
    turns: Mapping[int, datetime],
    by: timedelta,
    actor: str,
    now: datetime,
) -> dict[int, datetime | None]:
    """Take back an extension, as far as it is not used up; return the new deadlines.

    ``turns`` has the seats that were extended, with the start of the turn of each. A finished turn
    keeps the time it took. A player who is still to move keeps a day, or the time left without
    the extension if that is more.

    :raises Refused: if the game does not run or is paused, no such turn is open any more, or all
        that was given is used up.
    """
    with game_transaction(game=game, now=now) as locked:
        calendars = GameCalendars(locked.game, now)
        spare = reclaimable_time(
            game=locked.game, seats=locked.seats, turns=turns, by=by, calendars=calendars, now=now
        )
        shorter = [(row, -time) for row, time in spare]
        return _add_time(
            locked, shorter, event_types.DEADLINE_SHORTENED, ClockChange.SHORTENED, actor
        )


def _add_time(
    locked: LockedGame,
    times: Iterable[tuple[Seat, timedelta]],
    event_type: str,
    what: ClockChange,
    actor: str,
    note: str = "",
) -> dict[int, datetime | None]:
    """Change the time of open turns, possibly to less; return the new deadlines."""
    rows = []
    for row, time in times:
        row.extra += time
        row.save(update_fields=["extra"])
        rows.append(row)
    recount_deadlines(game=locked.game, seats=rows, what=what, now=locked.now, note=note)
    due = {row.number: row.due_at for row in rows}
    data: dict[str, object] = {"seats": sorted(due), "due": due_stamps(rows)}
    locked.append_table_event(event_type, data, actor)
    return due


def reclaimable_time(
    *,
    game: Game,
    seats: Iterable[Seat],
    turns: Mapping[int, datetime],
    by: timedelta,
    calendars: GameCalendars,
    now: datetime,
) -> list[tuple[Seat, timedelta]]:
    """Return the seats from which time can be taken back, and how much; at least one.

    :raises Refused: if there is none: see :func:`shorten_deadline`.
    """
    if game.paused_at is not None:
        raise Refused(_("The game is paused, so no deadline is running. End the pause first."))
    open_turns = [
        row for row in seats if row.opened_at is not None and turns.get(row.number) == row.opened_at
    ]
    if not open_turns:
        raise Refused(_("The turns that were given this time are over."))
    spare = [(row, _reclaimable(game, row, by, calendars.of(row), now)) for row in open_turns]
    found = [(row, time) for row, time in spare if time > NOTHING]
    if not found:
        raise Refused(
            _("This time has been used up: the player to move has no more than a day left.")
        )
    return found


def _reclaimable(
    game: Game, seat: Seat, by: timedelta, calendar: Calendar, now: datetime
) -> timedelta:
    """Return how much of an extension can be taken back: neither used up nor the guaranteed day."""
    least = now + LEAST_LEFT
    if seat.due_at is None or seat.due_at <= least:
        return NOTHING
    by = min(by, seat.extra)
    without = copy(seat)
    without.extra = seat.extra - by
    deadlines.set_deadline(game=game, seat=without, calendar=calendar, now=now)
    assert without.due_at is not None
    # Time moves a deadline at least by its own length: where clocks are stopped, further.
    return by - max(NOTHING, least - without.due_at)
