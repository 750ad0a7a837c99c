"""When the move of a plan is made: drawn by lot, before anybody has asked the plan (decision 196).

Nothing here knows what the plan says, so that a time tells the others nothing about it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.clock.core.evenings import half_time
from games.clock.core.game_calendars import GameCalendars
from games.notifications.preferences import preferences_of
from games.notifications.quiet_hours import quiet_hours_of
from games.plans.delays import Wait, draw_wait
from games.plans.usual import plays_on_vacation
from games.play.deferred import draw_delay
from games.players.selectors import paces_of
from games.tables.models import Seat

UNKNOWN: Final = timedelta(hours=6)
"""The usual time of a person of whom none is known."""
LAST_MOMENT: Final = timedelta(hours=1)
"""No plan rests longer than until so long before the deadline."""
AFTER_REST: Final = timedelta(minutes=20)


def draw_times(*, seat: Seat, claimed: bool, now: datetime) -> tuple[datetime, datetime]:
    """Draw when the owner of a seat's plan is asked, and when the plan moves if it does.

    ``claimed`` says that the turn before was a claim.
    """
    assert seat.person_id is not None
    wait = Wait(timedelta(), timedelta())
    if seat.kind == "turn":
        usual = paces_of([seat.person_id]).get(seat.person_id, UNKNOWN)
        wait = draw_wait(seat.game.plan_pace, claimed=claimed, usual=usual, draw=draw_delay)
    if (half := half_time(seat.game, seat)) is not None:
        most = max(timedelta(), half - now)
    else:
        most = timedelta.max if seat.due_at is None else max(timedelta(), seat.due_at - now) / 4
    asks, moves = (min(time, most) for time in wait)
    asks_at = rest(seat=seat, at=now + asks)
    return asks_at, asks_at if moves == asks else rest(seat=seat, at=now + moves)


def rest(*, seat: Seat, at: datetime) -> datetime:
    """The time ``at``, or one soon after the owner's quiet hours or vacation if it is in them.

    At evening pace the owner is there.
    """
    assert seat.person is not None
    if seat.game.evening_since is not None:
        return at
    until = at
    away = GameCalendars(seat.game, at).away_until(seat)
    if away is not None and not plays_on_vacation(seat.person):
        until = away
    quiet = quiet_hours_of(preferences_of(seat.person), seat.person.zone)
    if quiet is not None:
        until = quiet.over_at(until)
    if until > at:
        until += draw_delay(timedelta(), AFTER_REST)
    if seat.due_at is not None:
        until = max(at, min(until, seat.due_at - LAST_MOMENT))
    return until
