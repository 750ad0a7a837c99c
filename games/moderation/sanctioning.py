"""What all sanctions have in common: office, reason, audit log, notice."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation import audit
from games.moderation.models import AuditEntry, Deed, Report, Role
from games.moderation.reasons import keep_reason, tidy_reason
from games.moderation.roles import require_over
from games.notices import outbox
from games.notices.models import NoticeKind
from games.notices.standing import OF_THE_ACCOUNT
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind, in_force
from games.tables.models import Game


@transaction.atomic
def sanction(
    *,
    actor: Person,
    person: Person,
    kind: SanctionKind,
    deed: Deed,
    reason: str,
    until: datetime | None = None,
    game: Game | None = None,
    report: Report | None = None,
    role: Role | None = None,
    now: datetime,
) -> AuditEntry:
    """Puts a sanction on a person and tells them; ``until`` None lasts until it is lifted.

    ``role`` is the office if it has been asked for already.

    :raises NotAllowed: if the actor may not.
    :raises Refused: if there is no reason, it would end before it begins, or it holds already.
    """
    role = role or require_over(actor, person)
    text = tidy_reason(reason)
    if until is not None and until <= now:
        raise Refused(_("That would end before it begins. Choose a later time."))
    locked = lock_person(person)
    standing = in_force(locked, now=now).filter(kind=kind)
    if kind != SanctionKind.WARNING and standing.exists():
        raise Refused(_("That holds for this person already. Lift it first to change it."))
    row = Sanction.objects.create(person=locked, kind=kind, at=now, until=until)
    return write(
        actor=actor,
        role=role,
        deed=deed,
        person=locked,
        digest=keep_reason(text),
        data={"sanction": row.pk},
        game=game,
        report=report,
        now=now,
    )


def write(
    *,
    actor: Person,
    role: Role,
    deed: Deed,
    person: Person,
    digest: str,
    data: dict[str, Any],
    game: Game | None = None,
    report: Report | None = None,
    undoes: AuditEntry | None = None,
    now: datetime,
) -> AuditEntry:
    """Writes down what was done about a person, and tells them."""
    entry = audit.write(
        actor=actor,
        role=role,
        deed=deed,
        reason=digest,
        subject=person,
        game=game,
        report=report,
        data=data,
        undoes=undoes,
        now=now,
    )
    tell_person(entry, person, now=now)
    return entry


def tell_person(entry: AuditEntry, person: Person, *, now: datetime) -> None:
    """Tells a person what was decided about them, in a conversation of its own."""
    outbox.tell(
        person=person,
        kind=NoticeKind.CORRECTION,
        topic=OF_THE_ACCOUNT,
        data={"entry": entry.pk},
        now=now,
    )
