"""Record the results of games in a season; adjudicate what is not over at its end.

An unfinished game counts by its present scores. A game that never began does not count. The
players may play on, but nothing after this counts for the season.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

import engine
from games import log
from games.common.errors import Refused
from games.common.jobs import for_each
from games.leagues.models import Division, Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.rules.results import places_on_board, sides_on_board
from games.leagues.season.locking import lock_season
from games.leagues.season.standings import bump_revision
from games.tables.models import Game, GameStatus

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
def record_result(*, pk: int, now: datetime) -> bool:
    """Copy the result of one finished game; return whether it was new.

    A player who does not hold the seat of their entry at the end has left the table.
    """
    season_game = lock_season_game(pk)
    game = season_game.game
    if season_game.settled_at is not None or game is None or game.status not in ENDED:
        return False
    seats = list(season_game.seats.select_related("entry").order_by("number"))
    note_seat_holders(game, seats)
    if game.status == GameStatus.FINISHED and game.result:
        _copy_scores(seats, game.result)
        season_game.verdict = Verdict.PLAYED
    else:
        season_game.verdict = Verdict.VOID
    store_result(season_game, seats, now=game.ended_at or now)
    return True


def lock_season_game(pk: int) -> SeasonGame:
    """Lock a game of a season, and the season first, as everywhere."""
    Season.objects.select_for_update(of=("self",)).get(divisions__season_games=pk)
    locked = SeasonGame.objects.select_for_update(of=("self",))
    return locked.select_related("game", "division").get(pk=pk)


def note_seat_holders(game: Game, seats: list[SeasonSeat]) -> None:
    """Record who has left a game: entries that do not hold their seat any more."""
    holders = dict(game.seats.values_list("number", "person"))
    for seat in seats:
        holder = holders.get(seat.number)
        seat.left = holder is None or holder != seat.entry.person_id


def store_result(season_game: SeasonGame, seats: list[SeasonSeat], *, now: datetime) -> None:
    """Store the outcome of a game, for the standings to count."""
    season_game.settled_at = now
    season_game.save(update_fields=["settled_at", "verdict"])
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
                locked.adjudicated_at = now
                locked.save(update_fields=["adjudicated_at"])
    return counted


@transaction.atomic
def adjudicate_season_game(*, pk: int, now: datetime) -> bool:
    """Count one game of a season by its present scores; return whether it was still open."""
    season_game = lock_season_game(pk)
    if season_game.settled_at is not None:
        return False
    if season_game.game is not None and season_game.game.status in ENDED:
        return record_result(pk=pk, now=now)
    seats = list(season_game.seats.select_related("entry").order_by("number"))
    if season_game.game is None or season_game.game.status != GameStatus.RUNNING:
        season_game.verdict = Verdict.VOID
    else:
        note_seat_holders(season_game.game, seats)
        _rank_as_it_stands(seats, engine.view(log.load(season_game.game), None))
        season_game.verdict = Verdict.ADJUDICATED
    store_result(season_game, seats, now=now)
    return True


def _rank_as_it_stands(seats: list[SeasonSeat], view: engine.View) -> None:
    left = {seat.number for seat in seats if seat.left}
    sides = sides_on_board(view.points, view.teams, left)
    for side, place in zip(sides, places_on_board(sides), strict=True):
        for seat in seats:
            if seat.number in side.seats:
                seat.place, seat.score, seat.tickets = place, side.points, 0
