"""How many days of vacation a person has in a year, and how many of them are gone.

A vacation costs the days on which it takes place, where the person lives: a day of which only an
hour is used is used. No day is paid for twice, and none twice had: vacations never overlap.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from games.clock.models import Vacation
from games.people.models import Person

DAY: Final = timedelta(days=1)
INSTANT: Final = timedelta(microseconds=1)


def days_of(vacation: Vacation) -> list[date]:
    """Gets the days that a vacation costs."""
    zone = ZoneInfo(vacation.zone)
    first = vacation.start.astimezone(zone).date()
    last = (vacation.until - INSTANT).astimezone(zone).date()
    return [first + number * DAY for number in range((last - first).days + 1)]


def spent_in(year: int, vacations: Iterable[Vacation]) -> int:
    """Gets how many days of a year vacations cost.

    Two that take place on one day cost it once; on one date in two time zones they cost two days,
    or who travels would have more of them than others.
    """
    days = {(vacation.zone, day) for vacation in vacations for day in days_of(vacation)}
    return sum(day.year == year for _zone, day in days)


def days_left(*, person: Person, year: int) -> int:
    """Gets how many days of vacation a person has left in a calendar year."""
    spent = spent_in(year, Vacation.objects.filter(person=person))
    return max(settings.VACATION_DAYS - spent, 0)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Gets when a day begins where somebody lives."""
    return datetime.combine(day, time(), tzinfo=zone)
