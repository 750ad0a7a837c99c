"""Announce, call off and describe a season; write to its players."""

from __future__ import annotations

from games.leagues.league import describe_season
from games.leagues.season.messages import write_to_players
from games.leagues.season.recipients import earlier_players, participants
from games.leagues.season.start import announce, cancel_season
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction


@decision(ModerationAction.ANNOUNCE, needs_reason=False)
def announce_season(at: Decision) -> DecisionOutcome | None:
    """Make a planned season public; None if it is already.

    Earlier players of the league get a mail in any case, with the reason if there is one.

    :raises Refused: if it was called off, or registration would be over already.
    """
    if not announce(season=at.season, now=at.now):
        return None
    return DecisionOutcome(recipients=earlier_players(at.season) if at.words else ())


@decision(ModerationAction.CALL_OFF)
def call_off_season(at: Decision) -> DecisionOutcome | None:
    """Call off a season that has not begun, and notify its entries; None if it is already.

    :raises Refused: if games have begun.
    """
    done = cancel_season(season=at.season, now=at.now)
    return DecisionOutcome(recipients=participants(at.season)) if done else None


@decision(ModerationAction.WRITE, needs_reason=False)
def write_to_players_as_director(at: Decision, *, text: str) -> DecisionOutcome:
    """Write to everybody in a season, and record who did; the text is its own reason.

    :raises Refused: if nothing is said, the actor may not write to others, or somebody has written
        less than a day ago.
    """
    message = write_to_players(season=at.season, author=at.actor, text=text, now=at.now)
    return DecisionOutcome({"message": message.pk})


@decision(ModerationAction.DESCRIBE, needs_reason=False)
def change_season(at: Decision, *, title: str, about: str) -> DecisionOutcome | None:
    """Change the title or description of a season; return None if nothing changes.

    :raises Refused: if the title is not allowed.
    """
    done = describe_season(season=at.season, title=title, about=about)
    return DecisionOutcome() if done else None
