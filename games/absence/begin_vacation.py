"""Beginning a planned vacation before its time."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.keeping import count_everywhere, keep
from games.clock.models import ClockChange, Vacation
from games.errors import Refused
from games.people.locking import lock_person
from games.people.models import Person


@transaction.atomic
def begin_vacation(*, person: Person, vacation: int, now: datetime) -> Vacation:
    """Lets the vacation with this id begin now; the days until then are paid for as well.

    :raises Refused: if there is none, it has begun already, or the days do not suffice.
    """
    person = lock_person(person)
    planned = Vacation.objects.filter(person=person, pk=vacation, until__gt=now).first()
    if planned is None:
        raise Refused(_("There is no such vacation. Look at the list again."))
    if planned.start <= now:
        raise Refused(_("This vacation has begun already."))
    begun = keep(person=person, start=now, until=planned.until, now=now)
    count_everywhere(person, ClockChange.VACATION, now)
    return begun
