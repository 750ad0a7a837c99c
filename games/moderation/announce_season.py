"""Announcing a season, and calling one off, as its director."""

from __future__ import annotations

from datetime import datetime

from games.leagues.announce import announce, cancel_season
from games.leagues.mails import earlier_players, everybody_in
from games.leagues.models import Season
from games.moderation.in_season import Done, decide
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person


def announce_season(
    *, actor: Person, season: Season, reason: str = "", now: datetime
) -> AuditEntry | None:
    """Makes a planned season public; None if it is already. It needs no reason.

    Who played in the league before gets a mail anyhow, and the reason where there is one.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it was called off, or registration would be over already.
    """

    def work() -> Done | None:
        if not announce(season=season, now=now):
            return None
        return Done(told=earlier_players(season) if reason.strip() else ())

    return decide(
        actor=actor,
        season=season,
        deed=Deed.ANNOUNCE,
        reason=reason,
        work=work,
        may_be_silent=True,
        now=now,
    )


def call_off_season(
    *, actor: Person, season: Season, reason: str, now: datetime
) -> AuditEntry | None:
    """Calls a season off that has not begun, and tells all who registered; None if it is already.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, or games have begun.
    """

    def work() -> Done | None:
        return Done(told=everybody_in(season)) if cancel_season(season=season, now=now) else None

    return decide(actor=actor, season=season, deed=Deed.CALL_OFF, reason=reason, work=work, now=now)
