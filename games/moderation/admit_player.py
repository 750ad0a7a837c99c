"""Letting somebody in from the reserve list, as a director."""

from __future__ import annotations

from datetime import datetime

from games.leagues.admit_late import admit_late
from games.leagues.models import Entry, Season
from games.moderation.in_season import Done, decide
from games.moderation.models import AuditEntry, Deed
from games.moderation.roles import require_no_own_affair
from games.people.models import Person


def admit_player(
    *,
    actor: Person,
    season: Season,
    entry: Entry,
    replacing: Entry | None = None,
    reason: str,
    now: datetime,
) -> AuditEntry | None:
    """Lets somebody from the reserve list play, after the draw in place of who has withdrawn.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table whose seat
        is handed over, the entry is not on the reserve list, or has nobody's games to take over.
    """

    def work() -> Done:
        for one in (entry, replacing):
            if one is not None:
                require_no_own_affair(actor, one)
        comes = admit_late(season=season, entry=entry, replacing=replacing, now=now)
        data = {"entry": comes.pk}
        if replacing is not None and comes.substitute_for_id == replacing.pk:
            data["gone"] = replacing.pk
        return Done(data, [comes.person], comes.person, comes.division)

    return decide(actor=actor, season=season, deed=Deed.ADMIT, reason=reason, work=work, now=now)
