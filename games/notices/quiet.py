"""Quiet hours: local times of day between which nothing is sent; across midnight, too.

They delay mails and never deadlines.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.notices.models import Wishes

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Quiet:
    """Every local day is quiet from ``begins`` until ``ends``; equal times are never quiet."""

    begins: time
    ends: time
    zone: ZoneInfo

    def covers(self, at: datetime) -> bool:
        """Whether it is quiet at a time.

        >>> night = Quiet(time(22), time(7), ZoneInfo("Europe/Amsterdam"))
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
        """Gets the first time from ``at`` on, in UTC, at which it is not quiet.

        >>> night = Quiet(time(22), time(7), ZoneInfo("Europe/Amsterdam"))
        >>> str(night.over_at(datetime(2026, 11, 21, 22, 30, tzinfo=UTC)))
        '2026-11-22 06:00:00+00:00'
        """
        if not self.covers(at):
            return at.astimezone(UTC)
        return next(end for end in self._moments(self.ends, at) if not self.covers(end))

    def next_at(self, at: datetime) -> datetime | None:
        """Gets when it becomes quiet next after ``at``, in UTC; None where it never does."""
        if self.begins == self.ends:
            return None
        return next((start for start in self._moments(self.begins, at) if self.covers(start)), None)

    def _moments(self, when: time, after: datetime) -> list[datetime]:
        """Gets the next times at which clocks show ``when``, earliest first.

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


def quiet_of(wishes: Wishes, zone: ZoneInfo) -> Quiet | None:
    """Gets the quiet hours of a person in this zone, None for who has none."""
    if wishes.quiet_from is None or wishes.quiet_until is None:
        return None
    return Quiet(wishes.quiet_from, wishes.quiet_until, zone)
