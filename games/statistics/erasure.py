"""Delete the statistics of a person whose account is closed."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.people.models import Person
from games.statistics.counting import lock
from games.statistics.models import PairSum, PersonSum


@transaction.atomic
def forget_person(*, person: Person, now: datetime) -> None:
    """Delete all sums of a person, and those that others have with them.

    Call it in the transaction that closes the account: counting after it finds the account closed.
    Their games stay in the sums of boards, which name nobody.
    """
    lock(now)
    PersonSum.objects.filter(person=person).delete()
    PairSum.objects.filter(Q(person=person) | Q(other=person)).delete()
