"""When a decision is due, and when the person who owes it is reminded."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.clock.calendar import Budget, Calendar, deadline, spent
from games.tables.models import Game, Seat

LATEST_REMINDER: Final = timedelta(hours=2)
NOWHERE: Final = ZoneInfo("UTC")


def due_at(*, game: Game, seat: Seat, opened_at: datetime) -> datetime:
    """Gets when a turn of this seat that began at ``opened_at`` runs out, in UTC."""
    budget = Budget(timedelta(days=game.days_per_turn))
    return deadline(start=opened_at, budget=budget, calendar=calendar_of(game=game, seat=seat))


def given_back(*, game: Game, seat: Seat, since: datetime, until: datetime) -> datetime:
    """Gets when an open turn is due once the seat has been given back a time it could not use.

    What did not count for the seat anyhow, such as its weekend, is not given back.
    """
    assert seat.due_at
    calendar = calendar_of(game=game, seat=seat)
    lost = Budget(spent(start=since, end=until, calendar=calendar))
    return deadline(start=seat.due_at, budget=lost, calendar=calendar)


def calendar_of(*, game: Game, seat: Seat) -> Calendar:
    """Gets when the clock of a seat stands still.

    A weekend is that of the person in the seat. Where weekends count no zone matters, and the
    person is not read.
    """
    if not game.weekends_off:
        return Calendar(NOWHERE)
    return Calendar(seat.person.zone if seat.person else NOWHERE, weekends_off=True)


def reminder_at(*, opened_at: datetime, due: datetime) -> datetime:
    """Gets when to remind: half of the time has gone, but at least two hours are left.

    >>> opened = datetime.fromisoformat("2026-11-20T12:00Z")
    >>> reminder_at(opened_at=opened, due=opened + timedelta(days=2)).day
    21
    """
    return min(opened_at + (due - opened_at) / 2, due - LATEST_REMINDER)
