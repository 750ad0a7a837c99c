"""The ledger of a game: one entry for each change of a clock, shown to the players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clock.models import ClockChange, ClockEntry
from games.common import sql
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock before a change."""

    due_at: datetime | None
    bank: timedelta


def clock_state(seat: Seat) -> ClockState:
    """Return the clock of a seat before it changes."""
    return ClockState(seat.due_at, seat.bank)


def new_entry(
    *, game: Game, seat: Seat, what: ClockChange, before: ClockState, now: datetime, note: str = ""
) -> ClockEntry:
    """The entry for a clock that has changed; store it with :func:`write_entries`."""
    return ClockEntry(
        game_id=game.pk,
        seat=seat.number,
        at=now,
        what=what,
        before=before.due_at,
        after=seat.due_at,
        bank_before=before.bank,
        bank_after=seat.bank,
        seq=game.version,
        note=note[:200],
    )


def add_entry(
    *, game: Game, seat: Seat, what: ClockChange, before: ClockState, now: datetime, note: str = ""
) -> None:
    """Store the entry for one clock that has changed."""
    write_entries([new_entry(game=game, seat=seat, what=what, before=before, now=now, note=note)])


def write_entries(entries: Iterable[ClockEntry]) -> None:
    """Store entries, in the transaction of the changes."""
    sql.insert(list(entries))
