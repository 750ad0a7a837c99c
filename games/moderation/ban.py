"""Closing an account: its seats go to substitutes, and nothing is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.accounts.leaving import leave_everything
from games.moderation.acting import DIRECTOR
from games.moderation.models import AuditEntry, Deed, Report
from games.moderation.sanctioning import sanction
from games.people.models import Person
from games.people.sanctions import SanctionKind


@transaction.atomic
def ban(
    *,
    actor: Person,
    person: Person,
    reason: str,
    report: Report | None = None,
    now: datetime,
) -> AuditEntry:
    """Lets a person sign in no more, until it is lifted.

    Their tables in the lobby are given up. In seasons the reserve list takes over; every other seat
    of theirs looks for a substitute, and the clock moves until there is one. Games, results,
    ratings and what they wrote stay.

    :raises NotAllowed: if the actor is no moderator, is that person, or is below them.
    :raises Refused: if there is no reason, or the account is closed already.
    """
    entry = sanction(
        actor=actor,
        person=person,
        kind=SanctionKind.BAN,
        deed=Deed.BAN,
        reason=reason,
        report=report,
        now=now,
    )
    Person.objects.filter(pk=person.pk).update(is_active=False)
    person.is_active = False
    leave_everything(person=person, actor=DIRECTOR, now=now)
    return entry
