"""Starting the games of a season, one transaction each, so that a run may die in between."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.changed import standings_changed
from games.leagues.locking import lock_season
from games.leagues.models import EntryStatus, Season, SeasonGame
from games.leagues.reserve_list import who_may_play
from games.leagues.settle import lock_game
from games.leagues.withdraw import leave_out_suspended
from games.lobby import arrange_game

logger = logging.getLogger(__name__)


def start_season(*, season: Season, now: datetime) -> int:
    """Starts the games of a drawn season that have not been started; gets how many.

    Who is suspended is taken out before. A game that cannot be started, because a player has left
    and nobody has taken over, does not keep the others waiting: it is tried again at every run
    until the season ends. Everybody is told once.

    :raises Refused: if the season is not drawn, or cancelled.
    """
    if season.drawn_at is None:
        raise Refused(_("The divisions are not drawn yet."))
    leave_out_suspended(season=season, now=now)
    missing = SeasonGame.objects.filter(
        division__season=season, game=None, started_at=None, settled_at=None
    )
    started = 0
    for pk in list(missing.order_by("division__tier", "number").values_list("pk", flat=True)):
        try:
            started += start_game(pk=pk, clock=season.clock, now=now)
        except Refused as refusal:
            logger.warning("Game %s of season %s cannot start: %s", pk, season, refusal)
        except Exception:  # one bad game never stalls the others
            logger.exception("Game %s of season %s failed to start", pk, season)
    _all_tried(season, now)
    return started


@transaction.atomic
def start_game(*, pk: int, clock: dict[str, int], now: datetime) -> bool:
    """Starts one game of a season; gets whether it did, which is once.

    :raises Refused: if one of its players may not play.
    """
    drawn = lock_game(pk)
    if drawn.started_at is not None or drawn.settled_at is not None:
        return False
    seats = list(drawn.seats.select_related("entry__person").order_by("number"))
    people = [seat.entry.person for seat in seats if seat.entry.person is not None]
    if len(people) < len(seats):
        raise Refused(_("A player of this game has left the site."))
    if any(seat.entry.status == EntryStatus.WITHDRAWN for seat in seats):
        raise Refused(_("A player of this game has withdrawn, and nobody has taken over yet."))
    if len(who_may_play([seat.entry for seat in seats], now)) < len(seats):
        raise Refused(_("A player of this game may begin no games at present."))
    drawn.game = arrange_game(
        people=people,
        board=drawn.board,
        teams=[seat.team for seat in seats if seat.team is not None],
        contributions=[seat.entry.contribution for seat in seats],
        clock=clock,
        now=now,
    )
    drawn.started_at = now
    drawn.save(update_fields=["game", "started_at"])
    return True


@transaction.atomic
def _all_tried(season: Season, now: datetime) -> None:
    locked = lock_season(season)
    if locked.started_at is not None:
        return
    locked.started_at = locked.summed_up_at = now
    locked.save(update_fields=["started_at", "summed_up_at"])
    standings_changed(locked.divisions.all())
    mails.tell_started(locked, now)
