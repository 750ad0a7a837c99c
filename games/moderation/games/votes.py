"""Votes of the players of a season's game: confirm or refuse what they have agreed upon."""

from __future__ import annotations

from datetime import datetime

from games.leagues.models import Season
from games.leagues.season.recipients import notify_vote
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.moderation.place import lock_game
from games.moderation.roles import may_direct_game, site_moderators
from games.votes import voting
from games.votes.models import Vote


def ask_directors(vote: Vote, now: datetime) -> None:
    """Ask the directors who may decide in a game about a vote; where there are none, moderators."""
    season = Season.objects.select_related("league").get(divisions__season_games__game=vote.game)
    groups = (season.league.directors.filter(is_active=True), site_moderators())
    able = ([one for one in group if may_direct_game(one, vote.game)] for group in groups)
    notify_vote(season, next(filter(None, able), []), vote.pk, now)


@decision(ModerationAction.CONFIRM_VOTE)
def confirm_vote(at: Decision, *, vote: int) -> DecisionOutcome:
    """Carry out what all players of a game have agreed on.

    :raises Refused: if the vote is closed, or it cannot be done any more.
    """
    lock_game(at.game)
    voting.confirm_vote(game=at.game, vote=vote, now=at.now)
    return DecisionOutcome({"vote": vote})


@decision(ModerationAction.REFUSE_VOTE)
def refuse_vote(at: Decision, *, vote: int) -> DecisionOutcome:
    """Refuse what all players of a game have agreed on.

    :raises Refused: if the vote is closed.
    """
    lock_game(at.game)
    voting.refuse_vote(game=at.game, vote=vote, now=at.now)
    return DecisionOutcome({"vote": vote})
