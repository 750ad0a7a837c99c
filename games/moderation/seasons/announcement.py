"""Announce, call off and describe a season; write to its players."""

from __future__ import annotations

from datetime import datetime

from games.leagues.league import describe_season
from games.leagues.models import Season
from games.leagues.season.messages import write_to_players
from games.leagues.season.recipients import earlier_players, participants
from games.leagues.season.start import announce, cancel_season
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.seasons.decision import DecisionOutcome, decide_in_season
from games.people.models import Person


def announce_season(
    *, actor: Person, season: Season, reason: str = "", now: datetime
) -> AuditEntry | None:
    """Make a planned season public; None if it is already. It needs no reason.

    Who played in the league before gets a mail anyhow, and the reason where there is one.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it was called off, or registration would be over already.
    """

    def work() -> DecisionOutcome | None:
        if not announce(season=season, now=now):
            return None
        return DecisionOutcome(told=earlier_players(season) if reason.strip() else ())

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.ANNOUNCE,
        reason=reason,
        work=work,
        may_be_silent=True,
        now=now,
    )


def call_off_season(
    *, actor: Person, season: Season, reason: str, now: datetime
) -> AuditEntry | None:
    """Call a season off that has not begun, and tell all who registered; None if it is already.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if there is no reason, or games have begun.
    """

    def work() -> DecisionOutcome | None:
        return (
            DecisionOutcome(told=participants(season))
            if cancel_season(season=season, now=now)
            else None
        )

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.CALL_OFF,
        reason=reason,
        work=work,
        now=now,
    )


def write_to_players_as_director(
    *, actor: Person, season: Season, text: str, now: datetime
) -> AuditEntry | None:
    """Write to everybody in a season, and write down who did; the text is its own reason.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if nothing is said, the actor may not write to others, or somebody has written
        less than a day ago.
    """

    def work() -> DecisionOutcome:
        message = write_to_players(season=season, author=actor, text=text, now=now)
        return DecisionOutcome({"message": message.pk})

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.WRITE,
        reason="",
        work=work,
        may_be_silent=True,
        now=now,
    )


def change_season(
    *, actor: Person, season: Season, title: str, about: str, now: datetime
) -> AuditEntry | None:
    """Give a season another title or description; None if it changes neither. Needs no reason.

    :raises NotAllowed: if the actor holds no office there.
    :raises Refused: if it cannot be called so.
    """

    def work() -> DecisionOutcome | None:
        return (
            DecisionOutcome() if describe_season(season=season, title=title, about=about) else None
        )

    return decide_in_season(
        actor=actor,
        season=season,
        deed=ModerationAction.DESCRIBE,
        reason="",
        work=work,
        may_be_silent=True,
        now=now,
    )
