"""Ending a vacation early, or giving up one that has not begun."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.keeping import count_everywhere
from games.clock.models import ClockChange, Vacation
from games.errors import Refused
from games.people.locking import lock_person
from games.people.models import Person


@transaction.atomic
def end_vacation(*, person: Person, vacation: int, now: datetime) -> None:
    """Ends the vacation with this id now. The days that it has begun stay paid for.

    :raises Refused: if there is none, or it is over.
    """
    person = lock_person(person)
    found = Vacation.objects.filter(person=person, pk=vacation, until__gt=now).first()
    if found is None:
        raise Refused(_("This vacation is over already."))
    if found.start >= now:
        found.delete()
    else:
        found.until = now
        found.save(update_fields=["until"])
    count_everywhere(person, ClockChange.VACATION, now)
