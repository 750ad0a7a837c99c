"""The time that counts on a player's clock, and when a budget of it is spent. Pure, in UTC.

The clock stops in the player's weekends and nights (where the game gives them), while the player is
away and while the game is paused. All other time counts as it passes: a day with a change to summer
time costs its 23 or 25 hours. Decision 20 says why.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

NOTHING: Final = timedelta(0)
MINUTE: Final = timedelta(minutes=1)
DAY: Final = timedelta(days=1)
SATURDAY: Final = 5
NIGHT: Final = (22, 8)
"""The hours at which nights begin and end on the player's clock."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A time from ``start`` to ``end``; both have a zone.

    :raises ValueError: if a zone is missing or the end comes before the start.
    """

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        _utc(self.start)
        _utc(self.end)
        if self.end < self.start:
            raise ValueError("A span ends before it starts.")


@dataclass(frozen=True, slots=True)
class Budget:
    """The time that a decision may take: that of the turn, then what is left in the bank.

    :raises ValueError: if one of them is negative.
    """

    per_turn: timedelta
    bank: timedelta = NOTHING

    def __post_init__(self) -> None:
        if self.per_turn < NOTHING or self.bank < NOTHING:
            raise ValueError("A budget is never negative.")

    @property
    def total(self) -> timedelta:
        """Return the sum of both."""
        return self.per_turn + self.bank


@dataclass(frozen=True, slots=True)
class Calendar:
    """The times in which the clock of one player in one game is stopped.

    ``zone`` says when it is Saturday, Sunday and night for the player. The spans may overlap, touch
    and come in any order. A running pause does not belong here: its game has no deadlines.
    """

    zone: ZoneInfo
    weekends_off: bool = False
    away: Sequence[Span] = ()
    paused: Sequence[Span] = ()
    nights_off: bool = False


def deadline(*, start: datetime, budget: Budget, calendar: Calendar) -> datetime:
    """Return when a decision opened at ``start`` is due, in UTC: once the budget has been spent.

    People read deadlines to the minute, so it is rounded up to a whole minute. Time that runs out
    at the moment in which the clock stops is due then, not when the clock runs again.

    >>> amsterdam = Calendar(ZoneInfo("Europe/Amsterdam"), weekends_off=True)
    >>> friday = datetime(2026, 11, 20, 13, 5, 30, tzinfo=UTC)
    >>> deadline(start=friday, budget=Budget(timedelta(days=3)), calendar=amsterdam).isoformat()
    '2026-11-25T13:06:00+00:00'

    :raises ValueError: if ``start`` has no zone.
    """
    at, left = _utc(start), budget.total
    for stop in _stops(at, calendar):
        counted = max(stop.start - at, NOTHING)
        if left <= counted:
            break
        left -= counted
        at = max(at, stop.end)
    return whole_minute(at + left)


def spent(*, start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """Return how much of the time from ``start`` to ``end`` counts; zero if ``end`` is earlier.

    The inverse of ``deadline``: from the start to the deadline the budget is spent, plus less than
    the minute of rounding.

    :raises ValueError: if one of the two has no zone.
    """
    at, until = _utc(start), _utc(end)
    total = NOTHING
    for stop in _stops(at, calendar):
        if stop.start >= until:
            break
        total += max(stop.start - at, NOTHING)
        at = max(at, stop.end)
    return total + max(until - at, NOTHING)


def whole_minute(at: datetime) -> datetime:
    """The first whole minute that is not before ``at``."""
    minute = at.replace(second=0, microsecond=0)
    return minute if minute == at else minute + MINUTE


def _stops(at: datetime, calendar: Calendar) -> Iterator[Span]:
    """Yield the times from ``at`` on in which the clock is stopped, the earliest first.

    With weekends or nights the sequence is infinite; times may overlap.
    """
    closed = sorted(
        Span(_utc(span.start), _utc(span.end))
        for span in (*calendar.away, *calendar.paused)
        if span.end > at
    )
    weekends = _weekends(at, calendar.zone) if calendar.weekends_off else iter(())
    nights = _nights(at, calendar.zone) if calendar.nights_off else iter(())
    return heapq.merge(closed, weekends, nights)


def _weekends(at: datetime, zone: ZoneInfo) -> Iterator[Span]:
    local = at.astimezone(zone).date()
    saturday = local + DAY * (SATURDAY - local.weekday())
    while True:
        yield Span(_moment(saturday, 0, zone), _moment(saturday + 2 * DAY, 0, zone))
        saturday += 7 * DAY


def _nights(at: datetime, zone: ZoneInfo) -> Iterator[Span]:
    evening = at.astimezone(zone).date() - DAY
    while True:
        yield Span(_moment(evening, NIGHT[0], zone), _moment(evening + DAY, NIGHT[1], zone))
        evening += DAY


def _moment(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """Return the moment at which an hour of a day begins, in UTC.

    Of two midnights the first; where summer time skips midnight, the jump. ``fold=0`` does both.
    """
    return datetime.combine(day, time(hour, fold=0), tzinfo=zone).astimezone(UTC)


def _utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError("The clock needs a time with a zone.")
    return at.astimezone(UTC)
