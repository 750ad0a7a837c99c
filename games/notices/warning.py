"""Warns of a deadline inside somebody's quiet hours before these begin.

The reminder that the clock would send comes too late for who does not hear it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.notices import outbox
from games.notices.quiet import quiet_of
from games.tables.models import GameStatus, Seat

AHEAD: Final = timedelta(hours=1)
"""So long before the quiet hours begin."""
MARGIN: Final = timedelta(hours=1)
"""A deadline so soon after the quiet hours is as good as one inside."""
DAY: Final = timedelta(days=1)


def warn_before_quiet_hours(*, now: datetime) -> int:
    """Writes what is to be told before the next quiet hours; gets how many seats are warned.

    A second run finds the same notices there.
    """
    seats = Seat.objects.filter(
        person__wishes__quiet_from__isnull=False,
        decision__isnull=False,
        held_until=None,
        due_at__gt=now,
        due_at__lte=now + AHEAD + DAY + MARGIN,
        game__status=GameStatus.RUNNING,
    )
    warned = 0
    for seat in seats.select_related("person__wishes"):
        assert seat.person is not None
        assert seat.due_at is not None
        quiet = quiet_of(seat.person.wishes, seat.person.zone)
        begins = quiet.next_at(now) if quiet else None
        if quiet is None or begins is None or begins - now > AHEAD or quiet.covers(now):
            continue
        if seat.opened_at and seat.opened_at > now - AHEAD:
            continue  # The mail about the turn has just told it.
        if begins < seat.due_at <= quiet.over_at(begins) + MARGIN:
            outbox.warn(seat=seat, night=begins, now=now)
            warned += 1
    return warned
