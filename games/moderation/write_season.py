"""Writing to all players of a season, and saying what it is, as its director."""

from __future__ import annotations

from datetime import datetime

from games.leagues.describe import describe_season
from games.leagues.models import Season
from games.leagues.write_to_players import write_to_players
from games.moderation.in_season import Done, decide
from games.moderation.models import AuditEntry, Deed
from games.people.models import Person


def write_to_season(
    *, actor: Person, season: Season, text: str, now: datetime
) -> AuditEntry | None:
    """Writes to everybody in a season, and writes down who did; the text is its own reason.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if nothing is said, the actor may not write to others, or somebody has written
        less than a day ago.
    """

    def work() -> Done:
        message = write_to_players(season=season, author=actor, text=text, now=now)
        return Done({"message": message.pk})

    return decide(
        actor=actor,
        season=season,
        deed=Deed.WRITE,
        reason="",
        work=work,
        may_be_silent=True,
        now=now,
    )


def change_season(
    *, actor: Person, season: Season, title: str, about: str, now: datetime
) -> AuditEntry | None:
    """Gives a season another title or description; None if it changes neither. Needs no reason.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it cannot be called so.
    """

    def work() -> Done | None:
        return Done() if describe_season(season=season, title=title, about=about) else None

    return decide(
        actor=actor,
        season=season,
        deed=Deed.DESCRIBE,
        reason="",
        work=work,
        may_be_silent=True,
        now=now,
    )
