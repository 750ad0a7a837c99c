"""The ledger of a game: every change that a clock had, for the players to read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games import statements
from games.clock.models import ClockChange, ClockEntry
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Was:
    """A clock before something happened to it."""

    due_at: datetime | None
    bank: timedelta


def was(seat: Seat) -> Was:
    """Gets the clock of a seat as it is, before it changes."""
    return Was(seat.due_at, seat.bank)


def entry(
    *, game: Game, seat: Seat, what: ClockChange, before: Was, now: datetime, note: str = ""
) -> ClockEntry:
    """Gets the line for a clock that has changed; store it with :func:`write`."""
    return ClockEntry(
        game=game,
        seat=seat.number,
        at=now,
        what=what,
        before=before.due_at,
        after=seat.due_at,
        bank_before=before.bank,
        bank_after=seat.bank,
        seq=game.version,
        note=note,
    )


def add(
    *, game: Game, seat: Seat, what: ClockChange, before: Was, now: datetime, note: str = ""
) -> None:
    """Stores the line for one clock that has changed."""
    write([entry(game=game, seat=seat, what=what, before=before, now=now, note=note)])


def write(entries: Iterable[ClockEntry]) -> None:
    """Stores lines, in the transaction of what they tell."""
    statements.insert(list(entries))
