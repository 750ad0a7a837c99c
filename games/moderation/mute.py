"""Forbidding a person to write to others."""

from __future__ import annotations

from datetime import datetime

from games.moderation.models import AuditEntry, Deed, Report
from games.moderation.sanctioning import sanction
from games.people.models import Person
from games.people.sanctions import SanctionKind


def mute(
    *,
    actor: Person,
    person: Person,
    reason: str,
    until: datetime | None = None,
    report: Report | None = None,
    now: datetime,
) -> AuditEntry:
    """Lets a person write at no table, until a time or until it is lifted; they play on.

    :raises NotAllowed: if the actor is no moderator, or is that person.
    :raises Refused: if there is no reason, or it holds already.
    """
    return sanction(
        actor=actor,
        person=person,
        kind=SanctionKind.MUTE,
        deed=Deed.MUTE,
        reason=reason,
        until=until,
        report=report,
        now=now,
    )
