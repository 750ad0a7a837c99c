"""Quiet hours: local times between which nothing is sent, and the warnings before them.

They delay mails and never deadlines.

The reminder that the clock would send comes too late for people who do not hear it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.clock.core.calendar import NIGHT
from games.notifications import outbox
from games.notifications.models import NotificationPreferences
from games.notifications.preferences import preferences_of
from games.people.models import Person
from games.tables.models import GameStatus, Seat

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Every local day is quiet from ``begins`` until ``ends``; equal times are never quiet."""

    begins: time
    ends: time
    zone: ZoneInfo

    def covers(self, at: datetime) -> bool:
        """Whether it is quiet at a time.

        >>> night = QuietHours(time(22), time(7), ZoneInfo("Europe/Amsterdam"))
        >>> night.covers(datetime(2026, 11, 21, 22, 30, tzinfo=UTC))
        True
        >>> night.covers(datetime(2026, 11, 21, 6, 0, tzinfo=UTC))
        False
        """
        local = at.astimezone(self.zone).time()
        if self.begins <= self.ends:
            return self.begins <= local < self.ends
        return local >= self.begins or local < self.ends

    def over_at(self, at: datetime) -> datetime:
        """The first time from ``at`` on, in UTC, at which it is not quiet.

        >>> night = QuietHours(time(22), time(7), ZoneInfo("Europe/Amsterdam"))
        >>> str(night.over_at(datetime(2026, 11, 21, 22, 30, tzinfo=UTC)))
        '2026-11-22 06:00:00+00:00'
        """
        if not self.covers(at):
            return at.astimezone(UTC)
        return next(end for end in self._moments(self.ends, at) if not self.covers(end))

    def next_at(self, at: datetime) -> datetime | None:
        """The next time after ``at``, in UTC, at which it becomes quiet; None if it never does."""
        if self.begins == self.ends:
            return None
        return next((start for start in self._moments(self.begins, at) if self.covers(start)), None)

    def _moments(self, when: time, after: datetime) -> list[datetime]:
        """The next times at which clocks show ``when``, earliest first.

        An hour that is left out in spring gives the time that the clock would have had, one that
        comes twice in autumn both of its times.
        """
        today = after.astimezone(self.zone).date()
        moments = {
            datetime.combine(today + days * DAY, when, self.zone).replace(fold=fold).astimezone(UTC)
            for days in (-1, 0, 1, 2)
            for fold in (0, 1)
        }
        return sorted(moment for moment in moments if moment > after)


def quiet_hours_of(preferences: NotificationPreferences, zone: ZoneInfo) -> QuietHours | None:
    """The quiet hours of a person in this zone, None for a person without."""
    if preferences.quiet_from is None or preferences.quiet_until is None:
        return None
    return QuietHours(preferences.quiet_from, preferences.quiet_until, zone)


def are_quiet_by_day(person: Person) -> bool:
    """Whether mails to a person wait at times when the clock of a game of hours runs."""
    quiet = quiet_hours_of(preferences_of(person), person.zone)
    if quiet is None or quiet.begins == quiet.ends:
        return False
    over_midnight = quiet.begins > quiet.ends
    starts_by_day, ends_by_day = quiet.begins < time(NIGHT[0]), quiet.ends > time(NIGHT[1])
    return starts_by_day or ends_by_day if over_midnight else starts_by_day and ends_by_day


WARN_AHEAD: Final = timedelta(hours=1)
"""So long before the quiet hours begin."""
MARGIN: Final = timedelta(hours=1)
"""A deadline so soon after the quiet hours is as good as one inside."""


def warn_before_quiet_hours(*, now: datetime) -> int:
    """Write the reminders that leave before the next quiet hours; return how many seats.

    A second run finds the same notices there.
    """
    warned = 0
    seats = Seat.objects.filter(
        person__notification_preferences__quiet_from__isnull=False,
        decision__isnull=False,
        held_until=None,
        plan_due_at=None,
        due_at__gt=now,
        due_at__lte=now + WARN_AHEAD + DAY + MARGIN,
        game__status=GameStatus.RUNNING,
    )
    for seat in seats.select_related("person__notification_preferences"):
        assert seat.person is not None
        assert seat.due_at is not None
        quiet = quiet_hours_of(seat.person.notification_preferences, seat.person.zone)
        begins = quiet.next_at(now) if quiet else None
        if quiet is None or begins is None or begins - now > WARN_AHEAD or quiet.covers(now):
            continue
        if seat.opened_at and seat.opened_at > now - WARN_AHEAD:
            continue  # The mail about the turn has just said so.
        if begins < seat.due_at <= quiet.over_at(begins) + MARGIN:
            outbox.notify_before_quiet_hours(seat=seat, night=begins, now=now)
            warned += 1
    return warned
