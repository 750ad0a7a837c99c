"""Approving and declining registrations, as a director."""

from __future__ import annotations

from datetime import datetime

from games.leagues.approve import approve, decline
from games.leagues.models import Entry, Season
from games.moderation.in_season import Done, decide
from games.moderation.models import AuditEntry, Deed
from games.moderation.roles import require_no_own_affair
from games.people.models import Person


def approve_player(
    *, actor: Person, season: Season, entry: Entry, reason: str = "", now: datetime
) -> AuditEntry | None:
    """Lets somebody in who has asked. It needs no reason; the person hears that they are in.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it is the actor, they do not ask (any more), or cannot come in.
    """

    def work() -> Done:
        require_no_own_affair(actor, entry)
        found = approve(season=season, entry=entry, now=now)
        told = [found.person] if reason.strip() else []
        return Done({"entry": found.pk}, told, found.person)

    return decide(
        actor=actor,
        season=season,
        deed=Deed.APPROVE,
        reason=reason,
        work=work,
        may_be_silent=True,
        now=now,
    )


def decline_player(
    *, actor: Person, season: Season, entry: Entry, reason: str, now: datetime
) -> AuditEntry | None:
    """Refuses somebody who has asked; they are told why.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, it is the actor, or they do not ask (any more).
    """

    def work() -> Done:
        require_no_own_affair(actor, entry)
        found = decline(season=season, entry=entry, now=now)
        return Done({"entry": found.pk}, [found.person], found.person)

    return decide(actor=actor, season=season, deed=Deed.DECLINE, reason=reason, work=work, now=now)
