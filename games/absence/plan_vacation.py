"""Planning a vacation."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.budget import DAY, midnight
from games.absence.keeping import count_everywhere, keep
from games.clock.models import ClockChange, Vacation
from games.errors import Refused
from games.people.locking import lock_person
from games.people.models import Person

FURTHEST: Final = timedelta(days=366)


@transaction.atomic
def plan_vacation(*, person: Person, first: date, last: date, now: datetime) -> Vacation:
    """Lets a person be away from one day to another, both included, where the person lives.

    It begins now where it begins today: time that has passed is never given back. What it meets or
    overlaps becomes one vacation with it. Open deadlines move at once.

    :raises Refused: if the days are past, too far away or the wrong way round, or too many.
    """
    person = lock_person(person)
    today = now.astimezone(person.zone).date()
    if last < first:
        raise Refused(_("The vacation ends before it begins. Change one of the two days."))
    if first < today:
        raise Refused(_("A vacation cannot begin in the past. Let it begin today or later."))
    if last > today + FURTHEST:
        raise Refused(_("You can plan one year ahead. Choose days that are nearer."))
    vacation = keep(
        person=person,
        start=max(midnight(first, person.zone), now),
        until=midnight(last + DAY, person.zone),
        now=now,
    )
    count_everywhere(person, ClockChange.VACATION, now)
    return vacation
