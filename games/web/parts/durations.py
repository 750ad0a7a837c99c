"""Deadlines with the time left, and usual answer times, in words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.dates import DateFormat, format_local, zone_name
from games.common.durations import count_hours, time_left

SOON = timedelta(hours=12)
HOUR = timedelta(hours=1)


class DeadlineText(NamedTuple):
    """A deadline in the zone of the reader. ``style`` is the class of the stylesheet for it."""

    due_at: datetime
    due: str
    zone: str
    time_left: str
    style: str


def deadline_text(due_at: datetime | None, now: datetime) -> DeadlineText | None:
    """The clock of a deadline, in the time zone that is active; None where there is none."""
    if due_at is None:
        return None
    left = due_at - now
    style = "clock-over" if left <= timedelta() else "clock-soon" if left < SOON else ""
    return DeadlineText(
        due_at=due_at,
        due=format_local(due_at, DateFormat.WEEKDAY_TIME),
        zone=zone_name(timezone.localtime(due_at)),
        time_left=time_left(due_at, now),
        style=style,
    )


def usual_pace(median: timedelta | None) -> str:
    """The time within which every other turn is made, rounded up; "" where nobody knows."""
    if median is None:
        return ""
    hours = max(1, -(-median // HOUR))
    if hours <= 36:
        return ngettext(
            "usually answers within %(count)d hour",
            "usually answers within %(count)d hours",
            hours,
        ) % {"count": hours}
    days = -(-hours // 24)
    return ngettext(
        "usually answers within %(count)d day", "usually answers within %(count)d days", days
    ) % {"count": days}


def describe_spectator_delay(turns: int, hours: int) -> str:
    """The delay of spectators of a running game, as a phrase; "" where they see the present."""
    if turns:
        return ngettext(
            "the game as it was %(count)d turn ago", "the game as it was %(count)d turns ago", turns
        ) % {"count": turns}
    if hours:
        return _("the game as it was %(hours)s ago") % {"hours": count_hours(hours)}
    return ""
