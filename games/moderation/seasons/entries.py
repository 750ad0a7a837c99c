"""Decisions about entries: admit, approve, decline, withdraw, reinstate, open a division."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season.draw import open_division
from games.leagues.season.registration import approve_registration, decline_registration
from games.leagues.season.substitutes import admit_reserve
from games.leagues.season.withdrawal import reinstate, withdraw_player
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.roles import require_no_conflict
from games.moderation.seasons.decision import DecisionOutcome, decide_in_season, season_of
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
    """Let somebody from the reserve list play, after the draw in place of who has withdrawn.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table whose seat
        is handed over, the entry is not on the reserve list, or has nobody's games to take over.
    """

    def work() -> DecisionOutcome:
        for one in (entry, replacing):
            if one is not None:
                require_no_conflict(actor, one)
        comes = admit_reserve(season=season, entry=entry, replacing=replacing, now=now)
        data = {"entry": comes.pk}
        if replacing is not None and comes.substitute_for_id == replacing.pk:
            data["gone"] = replacing.pk
        return DecisionOutcome(data, [comes.person], comes.person, comes.division)

    return decide_in_season(
        actor=actor, season=season, deed=ModerationAction.ADMIT, reason=reason, work=work, now=now
    )


def approve_player(
    *, actor: Person, season: Season, entry: Entry, reason: str = "", now: datetime
) -> AuditEntry | None:
    """Let somebody in who has asked. It needs no reason; the person hears that they are in.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it is the actor, they do not ask (any more), or cannot come in.
    """

    def work() -> DecisionOutcome:
        require_no_conflict(actor, entry)
        found = approve_registration(season=season, entry=entry, now=now)
        told = [found.person] if reason.strip() else []
        return DecisionOutcome({"entry": found.pk}, told, found.person)

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.APPROVE,
        reason=reason,
        work=work,
        may_be_silent=True,
        now=now,
    )


def decline_player(
    *, actor: Person, season: Season, entry: Entry, reason: str, now: datetime
) -> AuditEntry | None:
    """Refuse somebody who has asked; they are told why.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, it is the actor, or they do not ask (any more).
    """

    def work() -> DecisionOutcome:
        require_no_conflict(actor, entry)
        found = decline_registration(season=season, entry=entry, now=now)
        return DecisionOutcome({"entry": found.pk}, [found.person], found.person)

    return decide_in_season(
        actor=actor, season=season, deed=ModerationAction.DECLINE, reason=reason, work=work, now=now
    )


def withdraw_player_by_director(
    *, actor: Person, season: Season, entry: Entry, reason: str, now: datetime
) -> AuditEntry | None:
    """Take a player out of a season; whoever takes over what is not finished is told too.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table with them,
        or the player is not in the season (any more).
    """

    def work() -> DecisionOutcome:
        require_no_conflict(actor, entry)
        partnered = list(season.entries.filter(partner=entry).values_list("pk", flat=True))
        gone = withdraw_player(season=season, entry=entry, now=now)
        comes = gone.substitutes.select_related("person").first()
        data: dict[str, object] = {"entry": gone.pk}
        if partnered:
            data["partnered"] = partnered
        if comes is not None:
            data["substitute"] = comes.pk
        told = [gone.person, comes.person if comes else None]
        return DecisionOutcome(data, told, gone.person, gone.division)

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.TAKE_OUT,
        reason=reason,
        work=work,
        now=now,
    )


def reinstate_player(
    *, actor: Person, entry: AuditEntry, reason: str, now: datetime
) -> AuditEntry | None:
    """Undo that a player was taken out, where nobody has taken anything over.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, the actor is that person or sits at a table with them,
        or it is too late.
    """
    season = season_of(entry)

    def work() -> DecisionOutcome:
        gone = Entry.objects.get(pk=entry.data["entry"])
        require_no_conflict(actor, gone)
        partnered = entry.data.get("partnered", ())
        back = reinstate(season=season, entry=gone, partnered=partnered, now=now)
        return DecisionOutcome({"entry": back.pk}, [back.person], back.person, back.division)

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.ADMIT,
        reason=reason,
        work=work,
        undoes=entry,
        now=now,
    )


def open_another_division(
    *, actor: Person, season: Season, tier: int, reason: str, now: datetime
) -> AuditEntry | None:
    """Open the division of this tier below the others; None if it is there.

    Those who come in are told, and those of the division above, who can go down now.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, too few wait, or it is too early or too late.
    """

    def work() -> DecisionOutcome | None:
        division = open_division(season=season, tier=tier, now=now)
        if division is None:
            return None
        players = season.entries.filter(
            Q(division=division) | Q(division__tier=tier - 1), status=EntryStatus.PLAYING
        )
        return DecisionOutcome(
            {"tier": tier, "players": division.entries.count()},
            [entry.person for entry in players.select_related("person")],
            division=division,
        )

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.OPEN_DIVISION,
        reason=reason,
        work=work,
        now=now,
    )
