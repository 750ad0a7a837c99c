"""Evening pace: minutes for a turn while all players are at the page of their game.

The clock of days or hours goes on underneath, so nothing is lost when an evening ends (decision
20). Minutes that run out are no missed turn: they end the evening.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.tables.models import Game, Seat

EVENING_MINUTES: Final = (0, 3, 5, 10, 15)
"""The minutes for a turn that a table can agree on; 0 for a table without evenings."""
PRESENCE_LASTS: Final = timedelta(minutes=3)
"""So long after a move or a look at the page its reader is taken to be there."""
FEWEST_PEOPLE: Final = 2
PAUSED, LEFT, ALONE, LATE = "paused", "left", "alone", "late"


class Obstacle(NamedTuple):
    """Why a game has no evening pace now, and the seats that are the reason."""

    why: str
    seats: list[int]


def evening_obstacle(game: Game, seats: Iterable[Seat], now: datetime) -> Obstacle | None:
    """Return why a running game has no evening pace now; None where everybody is there, in time.

    Bots need not be there. An evening begins with turns that have just been opened, or else one
    that ended since somebody was slow would begin again.
    """
    if game.paused_at is not None:
        return Obstacle(PAUSED, [])
    people = [seat for seat in seats if not seat.bot]
    left = [seat.number for seat in people if not _is_present(seat, now)]
    if left:
        return Obstacle(LEFT, left)
    if len(people) < FEWEST_PEOPLE:
        return Obstacle(ALONE, [])
    # A move that is held has been made in time; nobody else knows of it.
    late = [
        seat.number
        for seat in people
        if seat.opened_at is not None
        and seat.held_until is None
        and _minutes_end(game, seat.opened_at) <= now
    ]
    return Obstacle(LATE, late) if late else None


def evening_due(game: Game, seat: Seat) -> datetime | None:
    """Return when the minutes of a seat's open turn run out; None without evening pace or turn."""
    if game.evening_since is None or game.paused_at is not None or seat.opened_at is None:
        return None
    return _minutes_end(game, seat.opened_at)


def half_time(game: Game, seat: Seat) -> datetime | None:
    """Return when half of these minutes are over: plans and held moves wait no longer."""
    due = evening_due(game, seat)
    return None if due is None else due - timedelta(minutes=game.evening_minutes) / 2


def _minutes_end(game: Game, opened_at: datetime) -> datetime:
    since = max(opened_at, game.evening_since or opened_at)
    return since + timedelta(minutes=game.evening_minutes)


def _is_present(seat: Seat, now: datetime) -> bool:
    return seat.present_at is not None and seat.present_at > now - PRESENCE_LASTS
