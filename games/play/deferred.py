"""Columns of a seat for what is done later: plans and held moves.

All are columns of the seat's row, which a move writes anyway: a plan does not change the number of
queries of a move.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from games.clock.core.evenings import half_time
from games.tables.models import Game, Seat

DEFERRED_FIELDS: Final = ("plan_delay", "plan_due_at", "held_until")
# A plan is carried out this long before the deadline at the latest.
MARGIN: Final = timedelta(minutes=2)
SHORTEST_DELAY: Final = timedelta(minutes=2)
LONGEST_DELAY: Final = timedelta(minutes=20)
QUICKER: Final = 4
"""A plan goes on with its turn after a part of the delay."""
MICROSECOND: Final = timedelta(microseconds=1)

HOLD_TIME: Final = timedelta(minutes=10)
"""The time within which a move can be withdrawn."""


def made_at(*, seat: Seat, now: datetime) -> datetime:
    """The time at which the present move was submitted, held or not."""
    return now if seat.held_until is None else min(now, seat.held_until - HOLD_TIME)


def draw_delay(
    shortest: timedelta = SHORTEST_DELAY, longest: timedelta = LONGEST_DELAY
) -> timedelta:
    """A delay between the shortest and the longest, all equally likely.

    >>> SHORTEST_DELAY <= draw_delay() <= LONGEST_DELAY
    True
    """
    return shortest + secrets.randbelow((longest - shortest) // MICROSECOND + 1) * MICROSECOND


def follow_decision(*, game: Game, seat: Seat, now: datetime) -> None:
    """Update a seat's row for another decision, or for none; the caller stores it.

    Call it when ``decision``, ``kind`` and ``due_at`` are those of the new decision.
    """
    seat.held_until = None
    if seat.plan_delay is None:
        return
    if seat.plan_lasts:
        seat.plan_due_at = None
        if seat.decision is not None:
            seat.plan_due_at = plan_due_at(game=game, seat=seat, now=now)
            # Each decision has a delay of its own, drawn before anybody asks the plan.
            seat.plan_delay = draw_delay()
    elif seat.plan_due_at is not None:
        # The turn that the order waited for has been answered.
        seat.plan_delay = seat.plan_due_at = None
    elif seat.kind == "turn":
        seat.plan_due_at = plan_due_at(game=game, seat=seat, now=now)


def plan_due_at(*, game: Game, seat: Seat, now: datetime) -> datetime:
    """The time at which the plan of a seat with a decision is asked."""
    assert seat.plan_delay is not None
    due = now + seat.plan_delay / (QUICKER if seat.plan_lasts and seat.kind != "turn" else 1)
    if seat.due_at is None:
        return due
    return min(due, max(now, half_time(game, seat) or seat.due_at - MARGIN))
