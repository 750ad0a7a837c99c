"""Opening another division from the reserve list, as a director."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.leagues.models import EntryStatus, Season
from games.leagues.open_division import open_division
from games.moderation.in_season import Done, decide
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person


def open_another_division(
    *, actor: Person, season: Season, tier: int, reason: str, now: datetime
) -> AuditEntry | None:
    """Opens the division of this tier below the others; None if it is there.

    Those who come in are told, and those of the division above, who can go down now.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, too few wait, or it is too early or too late.
    """

    def work() -> Done | None:
        division = open_division(season=season, tier=tier, now=now)
        if division is None:
            return None
        players = season.entries.filter(
            Q(division=division) | Q(division__tier=tier - 1), status=EntryStatus.PLAYING
        )
        return Done(
            {"tier": tier, "players": division.entries.count()},
            [entry.person for entry in players.select_related("person")],
            division=division,
        )

    return decide(
        actor=actor, season=season, deed=Deed.OPEN_DIVISION, reason=reason, work=work, now=now
    )
