"""Record the results of games in a season; adjudicate what is not over at its end.

An unfinished game counts by its present scores. A game that never began does not count. The
players may play on, but nothing after this counts for the season.
"""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

import engine
from games import log
from games.common.errors import Refused
from games.common.jobs import for_each
from games.leagues.models import Division, Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.season.locking import lock_season, store
from games.leagues.season.standings import (
    bump_revision,
    note_who_left,
    rank_on_board,
    seat_holders,
)
from games.tables.models import GameStatus

logger = logging.getLogger(__name__)


ENDED = (GameStatus.FINISHED, GameStatus.VOID, GameStatus.CANCELLED)


def why_played_on(game: Model) -> str | None:
    """Return why the players of a game may not end it by a vote: a season counts it."""
    if SeasonGame.objects.filter(game=game.pk).exists():
        return _("Games of a season are played to their end. Ask a director if that is impossible.")
    return None


def why_confirmed(game: Model) -> str | None:
    """Return why a director confirms the players' votes: others are ranked by the game, too."""
    if SeasonGame.objects.filter(game=game.pk, settled_at=None).exists():
        return _("In a game of a season, a director has to confirm it as well.")
    return None


def record_results(*, season: Season, now: datetime) -> int:
    """Copy the results of all finished games of a season; return how many were new."""
    waiting = SeasonGame.objects.filter(
        division__season=season, settled_at=None, game__status__in=ENDED
    )
    pks = list(waiting.values_list("pk", flat=True))
    failure = f"The result of game %s of season {season.pk} could not be read"
    return for_each(pks, lambda pk: record_result(pk=pk, now=now), logger, failure)[0]


@transaction.atomic
def record_result(*, pk: int, now: datetime, adjudicate: bool = False) -> bool:
    """Record the result of a game that is over; return whether it was new.

    A player who does not hold the seat of their entry at the end has left the table.

    :param adjudicate: whether to record a game that is not over, too: by its present scores.
    """
    season_game = lock_season_game(pk)
    game = season_game.game
    ended = game is not None and game.status in ENDED
    if season_game.settled_at is not None or not (ended or adjudicate):
        return False
    seats = list(season_game.seats.select_related("entry").order_by("number"))
    if game is not None:
        note_who_left(game.pk, seats, seat_holders([game.pk]))
    if game is not None and game.status == GameStatus.FINISHED and game.result:
        _copy_scores(seats, game.result)
        season_game.verdict = Verdict.PLAYED
    elif game is not None and game.status == GameStatus.RUNNING:
        view = engine.view(log.load(game), None)
        rank_on_board(seats, view.points, view.teams)
        season_game.verdict = Verdict.ADJUDICATED
    else:
        season_game.verdict = Verdict.VOID
    ended_at = game.ended_at if game is not None else None
    store_result(season_game, seats, now=ended_at or now)
    return True


adjudicate_season_game = partial(record_result, adjudicate=True)
"""Record the result of a game, by its present scores if it is not over."""


def lock_season_game(pk: int) -> SeasonGame:
    """Lock a game of a season, and the season first, as everywhere."""
    Season.objects.select_for_update(of=("self",)).get(divisions__season_games=pk)
    locked = SeasonGame.objects.select_for_update(of=("self",))
    return locked.select_related("game", "division").get(pk=pk)


def store_result(season_game: SeasonGame, seats: list[SeasonSeat], *, now: datetime) -> None:
    """Store the outcome of a game, for the standings to count."""
    store(season_game, settled_at=now, verdict=season_game.verdict)
    SeasonSeat.objects.bulk_update(seats, ["left", "place", "score", "tickets"])
    bump_revision(Division.objects.filter(pk=season_game.division_id))


def _copy_scores(seats: list[SeasonSeat], result: dict[str, Any]) -> None:
    for score in result["scores"]:
        for seat in seats:
            if seat.number in score["seats"]:
                seat.place = score["place"]
                seat.score = score["total"]
                seat.tickets = score["completed"]


def adjudicate_season(*, season: Season, now: datetime) -> int:
    """Count the unfinished games by their present scores; return how many.

    Each game is a transaction of its own; the season is adjudicated when none is left. A game that
    fails is tried again at the next run. Repeating it changes nothing.

    :raises Refused: if the season has not started, or its last day has not passed.
    """
    if season.started_at is None:
        raise Refused(_("This season has not started yet."))
    open_games = SeasonGame.objects.filter(division__season=season, settled_at=None)
    pks = list(open_games.order_by("division__tier", "number").values_list("pk", flat=True))
    if pks and now < season.ends_at:
        raise Refused(_("This season goes on until its games are over, or until its last day."))
    failure = f"Game %s of season {season.pk} could not be adjudicated"
    counted, failed = for_each(
        pks, lambda pk: adjudicate_season_game(pk=pk, now=now), logger, failure
    )
    if not failed:
        with transaction.atomic():
            locked = lock_season(season)
            if locked.adjudicated_at is None:
                store(locked, adjudicated_at=now)
    return counted
