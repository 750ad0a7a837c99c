"""Moving the dates of a season as a director, and moving them back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.mails import everybody_in
from games.leagues.models import Season
from games.leagues.move_dates import move_dates
from games.log.stamps import read_stamp, stamp
from games.moderation.in_season import Done, decide, season_of
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person


def move_season(
    *,
    actor: Person,
    season: Season,
    dates: Mapping[str, datetime],
    reason: str,
    undoes: AuditEntry | None = None,
    now: datetime,
) -> AuditEntry | None:
    """Moves dates of a season, by the names of its fields, and tells everybody who is in it.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, or the dates cannot be moved so.
    """

    def work() -> Done:
        changed = move_dates(season=season, dates=dates, now=now)
        stamped = {name: [stamp(at) for at in change] for name, change in changed.items()}
        return Done({"dates": stamped}, everybody_in(season))

    return decide(
        actor=actor,
        season=season,
        deed=Deed.MOVE_DATES,
        reason=reason,
        work=work,
        undoes=undoes,
        now=now,
    )


def move_season_back(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry | None:
    """Moves the dates back that an entry tells of, where nobody has moved them since.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, they were moved since, or those of before are no dates
        for the season any more.
    """
    season = season_of(entry)
    dates = dates_before(season, entry)
    return move_season(
        actor=actor, season=season, dates=dates, reason=reason, undoes=entry, now=now
    )


def dates_before(season: Season, entry: AuditEntry) -> dict[str, datetime]:
    """The dates of a season, by the names of its fields, from before an entry moved them.

    :raises Refused: if they were moved since.
    """
    dates = {}
    for name, (before, after) in entry.data["dates"].items():
        if getattr(season, name) != read_stamp(after):
            raise Refused(_("These dates have been moved again since. Move them by hand."))
        dates[name] = read_stamp(before)
    return dates
