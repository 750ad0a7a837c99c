"""Taking a player out of a season as a director, and letting them back in."""

from __future__ import annotations

from datetime import datetime

from games.leagues.let_back import let_back
from games.leagues.models import Entry, Season
from games.leagues.withdraw import withdraw_player
from games.moderation.in_season import Done, decide, season_of
from games.moderation.models import AuditEntry, Deed
from games.moderation.roles import require_no_own_affair
from games.people.models import Person


def take_out_player(
    *, actor: Person, season: Season, entry: Entry, reason: str, now: datetime
) -> AuditEntry | None:
    """Takes a player out of a season; whoever takes over what is not finished is told too.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table with them,
        or the player is not in the season (any more).
    """

    def work() -> Done:
        require_no_own_affair(actor, entry)
        partnered = list(season.entries.filter(partner=entry).values_list("pk", flat=True))
        gone = withdraw_player(season=season, entry=entry, now=now)
        comes = gone.substitutes.select_related("person").first()
        data: dict[str, object] = {"entry": gone.pk}
        if partnered:
            data["partnered"] = partnered
        if comes is not None:
            data["substitute"] = comes.pk
        told = [gone.person, comes.person if comes else None]
        return Done(data, told, gone.person, gone.division)

    return decide(actor=actor, season=season, deed=Deed.TAKE_OUT, reason=reason, work=work, now=now)


def let_player_back(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry | None:
    """Undoes that a player was taken out, where nobody has taken anything over.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table with them,
        or it is too late.
    """
    season = season_of(entry)

    def work() -> Done:
        gone = Entry.objects.get(pk=entry.data["entry"])
        require_no_own_affair(actor, gone)
        partnered = entry.data.get("partnered", ())
        back = let_back(season=season, entry=gone, partnered=partnered, now=now)
        return Done({"entry": back.pk}, [back.person], back.person, back.division)

    return decide(
        actor=actor,
        season=season,
        deed=Deed.ADMIT,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )
