"""The time bank of a seat, which slow turns drain and moves fill."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.clock.core.calendar import spent
from games.clock.core.deadlines import NOTHING, bank_of, time_of_turn
from games.clock.core.game_calendars import GameCalendars
from games.tables.models import Game, Seat


def drain(*, game: Game, seat: Seat, calendars: GameCalendars, now: datetime) -> None:
    """Take from the bank what the open turn has taken beyond its own time."""
    bank = bank_of(game, seat)
    turn = time_of_turn(game, seat)
    # No more can count than has passed, so this check alone settles most turns.
    if not bank or seat.opened_at is None or now - seat.opened_at <= turn:
        return
    used = spent(start=seat.opened_at, end=now, calendar=calendars.of(seat))
    seat.bank = max(bank - max(used - turn, NOTHING), NOTHING)


def fill(*, game: Game, seat: Seat) -> None:
    """Add what a move earns, up to the cap."""
    seat.bank += timedelta(hours=game.bank_add_hours)
    seat.bank = capped(game, seat)


def capped(game: Game, seat: Seat) -> timedelta:
    """The bank of a seat, up to the cap of the game."""
    return min(seat.bank, timedelta(hours=game.bank_cap_hours))


def first_bank(game: Game) -> timedelta:
    """The bank of every seat at the start."""
    return timedelta(hours=min(game.bank_hours, game.bank_cap_hours))
