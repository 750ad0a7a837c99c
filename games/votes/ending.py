"""End a game early, when all its players have agreed to end it with the present places."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import engine
from games import log
from games.common.actors import VOTE
from games.common.errors import Refused
from games.common.handlers import objections_to_early_end
from games.play.end_game import adjudicate_game, ranked_sides
from games.tables.models import Game

Ranking = list[list[Any]]
"""Pairs of a place and the seats of a side, in playing order, as JSON keeps them."""


def check_early_end(game: Game) -> None:
    """Check that the players of a running game may end it by a vote.

    A game of a season must be played on, because its places affect others. In a rated one nobody
    may have been replaced by a bot, whose former player has no vote. Some side must have placed
    half of its trains, so that points are not cheaper than by playing.

    :raises Refused: if they may not; the sentence says why.
    """
    if objection := objections_to_early_end(game):
        raise Refused(objection)
    if game.seats.filter(person__bot_since__isnull=False).exists():
        raise Refused(_("A game with a bot account cannot be ended by a vote: it has none."))
    if not game.rated:
        return
    if game.seats.filter(person=None).exists():
        raise Refused(
            _("A rated game in which a bot plays on for somebody cannot be ended by a vote.")
        )
    if not _is_half_played(game):
        raise Refused(
            _("A rated game can be ended by a vote once a player has placed half of their trains.")
        )


def _is_half_played(game: Game) -> bool:
    view = engine.view(log.load(game), None)
    return min(view.trains) * 2 <= view.board.trains


def current_ranking(game: Game) -> Ranking:
    """The places of the sides of a running game by their points on the board."""
    return [[place, list(side.seats)] for side, place in ranked_sides(game, None)]


def end_as_agreed(*, game: Game, ranking: Ranking, now: datetime) -> None:
    """End a game with the agreed places.

    :raises Refused: if it may not end so any more, or the points give other places by now.
    """
    check_early_end(game)
    if current_ranking(game) != ranking:
        raise Refused(_("The places have changed since this was proposed."))
    places = [place for place, _seats in ranking]
    adjudicate_game(game=game, places=places, actor=VOTE, reason="", by=VOTE, now=now)
