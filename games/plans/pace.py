"""When the move of a plan is made: drawn by lot, before anybody has asked the plan (docs/plans.md).

Nothing here knows what the plan says, so that a time tells the others nothing about it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from games.clock.core.game_calendars import GameCalendars
from games.notifications.preferences import preferences_of
from games.notifications.quiet_hours import quiet_hours_of
from games.plans.models import UsualAnswers
from games.play.deferred import draw_delay
from games.players.selectors import paces_of
from games.tables.models import PlanPace, Seat

PACES: Final[Mapping[str, tuple[timedelta, timedelta]]] = {
    PlanPace.MINUTES: (timedelta(), timedelta()),
    PlanPace.HOUR: (timedelta(minutes=18), timedelta(minutes=100)),
    PlanPace.HALF_DAY: (timedelta(hours=3), timedelta(hours=12)),
}
"""The wait of a move, after the 2 to 20 minutes until the plan has been asked."""
ONE_IN: Final = 4
"""One time in so many a plan takes as long after a claim as its owner usually does."""
UNKNOWN: Final = timedelta(hours=6)
"""The usual time of a person of whom none is known."""
LAST_MOMENT: Final = timedelta(hours=1)
"""No plan rests longer than until so long before the deadline."""
AFTER_REST: Final = timedelta(minutes=20)


def draw_time(*, seat: Seat, claimed: bool, now: datetime) -> datetime:
    """Draw the time of a move that answers the open decision of a seat.

    ``claimed`` says that somebody else has claimed a track since the plan was last asked.
    """
    wait = timedelta()
    if seat.kind == "turn":
        wait = draw_delay(*PACES[seat.game.plan_pace])
        if claimed and secrets.randbelow(ONE_IN) == 0:
            wait = max(wait, _as_its_owner(seat))
    if seat.due_at is not None:
        wait = min(wait, max(timedelta(), seat.due_at - now) / 4)
    return rest(seat=seat, at=now + wait)


def rest(*, seat: Seat, at: datetime) -> datetime:
    """The time ``at``, or one soon after the owner's quiet hours or vacation if it is in them."""
    assert seat.person is not None
    until = at
    away = GameCalendars(seat.game, at).away_until(seat)
    if away is not None and not UsualAnswers.objects.filter(person=seat.person, on_vacation=True):
        until = away
    quiet = quiet_hours_of(preferences_of(seat.person), seat.person.zone)
    if quiet is not None:
        until = quiet.over_at(until)
    if until > at:
        until += draw_delay(timedelta(), AFTER_REST)
    if seat.due_at is not None:
        until = max(at, min(until, seat.due_at - LAST_MOMENT))
    return until


def _as_its_owner(seat: Seat) -> timedelta:
    assert seat.person_id is not None
    usual = paces_of([seat.person_id]).get(seat.person_id, UNKNOWN)
    return draw_delay(usual / 2, usual * 3 / 2)
