"""Lifting a sanction before its time."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.models import AuditEntry, Deed
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import require_over
from games.moderation.sanctioning import write
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind

DEEDS = (Deed.WARN, Deed.MUTE, Deed.SUSPEND, Deed.BAN)


@transaction.atomic
def lift(*, actor: Person, sanction: Sanction, reason: str, now: datetime) -> AuditEntry:
    """Lifts a sanction and tells the person. Who was banned can sign in again.

    Seats that have found a substitute stay theirs; one that still looks for one is the person's.

    :raises NotAllowed: if the actor is no moderator, or is that person.
    :raises Refused: if there is no reason, or it holds no more.
    """
    role = require_over(actor, sanction.person)
    text = tidy_reason(reason)
    person = lock_person(sanction.person)
    locked = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if locked.lifted_at is not None or (locked.until is not None and locked.until <= now):
        raise Refused(_("That holds no more."))
    locked.lifted_at = now
    locked.save(update_fields=["lifted_at"])
    if locked.kind == SanctionKind.BAN:
        Person.objects.filter(pk=person.pk).update(is_active=True)
    return write(
        actor=actor,
        role=role,
        deed=Deed.LIFT,
        person=person,
        digest=keep_reason(text),
        data={"sanction": locked.pk},
        undoes=entry_of(locked),
        now=now,
    )


def entry_of(sanction: Sanction) -> AuditEntry | None:
    """The entry of the audit log that put a sanction on a person, unless it was undone."""
    return AuditEntry.objects.filter(
        subject=sanction.person_id,
        deed__in=DEEDS,
        data__sanction=sanction.pk,
        undone_by=None,
    ).first()
