"""What games count that are not over when their season ends.

The rule: such a game counts as it stands. A game that never began does not count. The players may
play on, but nothing after this counts for the season.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from games import log
from games.errors import Refused
from games.leagues.as_it_stands import places, stands
from games.leagues.locking import lock_season
from games.leagues.models import Season, SeasonGame, SeasonSeat, Verdict
from games.leagues.settle import OVER, close_game, lock_game, note_holders, settle_game
from games.tables.models import GameStatus

logger = logging.getLogger(__name__)


def adjudicate(*, season: Season, now: datetime) -> int:
    """Counts what has not been played to the end; gets how many games that were.

    Each game is a transaction of its own; the season is adjudicated when none is left. A game that
    fails is tried again at the next run. Twice changes nothing more.

    :raises Refused: if the season has not started, or lasts on.
    """
    if season.started_at is None:
        raise Refused(_("This season has not started yet."))
    open_games = SeasonGame.objects.filter(division__season=season, settled_at=None)
    pks = list(open_games.order_by("division__tier", "number").values_list("pk", flat=True))
    if pks and now < season.ends_at:
        raise Refused(_("This season goes on until its games are over, or its last day has come."))
    counted = failed = 0
    for pk in pks:
        try:
            counted += adjudicate_game(pk=pk, now=now)
        except Exception:  # one bad game never stalls the others
            logger.exception("Game %s of season %s could not be adjudicated", pk, season)
            failed += 1
    if not failed:
        with transaction.atomic():
            locked = lock_season(season)
            if locked.adjudicated_at is None:
                locked.adjudicated_at = now
                locked.save(update_fields=["adjudicated_at"])
    return counted


@transaction.atomic
def adjudicate_game(*, pk: int, now: datetime) -> bool:
    """Counts one game of a season as it stands; gets whether it was still open."""
    drawn = lock_game(pk)
    if drawn.settled_at is not None:
        return False
    if drawn.game is not None and drawn.game.status in OVER:
        return settle_game(pk=pk, now=now)
    seats = list(drawn.seats.select_related("entry").order_by("number"))
    if drawn.game is None or drawn.game.status != GameStatus.RUNNING:
        drawn.verdict = Verdict.VOID
    else:
        note_holders(drawn, drawn.game, seats)
        _count(seats, engine.view(log.load(drawn.game), None))
        drawn.verdict = Verdict.ADJUDICATED
    close_game(drawn, seats, now=now)
    return True


def _count(seats: list[SeasonSeat], view: engine.View) -> None:
    gone = {seat.number for seat in seats if seat.left}
    sides = stands(view.points, view.teams, gone)
    for side, place in zip(sides, places(sides), strict=True):
        for seat in seats:
            if seat.number in side.seats:
                seat.place, seat.score, seat.tickets = place, side.points, 0
