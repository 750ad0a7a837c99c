"""Announce a season, call it off, or start its games."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.league import check_not_archived
from games.leagues.models import Entrance, EntryStatus, Season, SeasonGame
from games.leagues.season import recipients
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import who_may_play
from games.leagues.season.results import lock_season_game
from games.leagues.season.standings import bump_revision
from games.leagues.season.withdrawal import withdraw_suspended
from games.lobby import GameOptions, arrange_game
from games.tables.plan_choice import usual_plans

logger = logging.getLogger(__name__)


@transaction.atomic
def announce(*, season: Season, now: datetime) -> bool:
    """Make a planned season public; return whether it was not before.

    The runner takes over from here. Earlier players of the league get a mail.

    :raises Refused: if it was called off, or registration would be over already.
    """
    locked = lock_season(season)
    if locked.announced_at is not None:
        return False
    check_not_archived(locked.league)
    if locked.registration_closes_at <= now:
        raise Refused(_("Registration would already be over. Choose later dates."))
    store(locked, announced_at=now)
    recipients.notify_announced(locked, now)
    return True


@transaction.atomic
def cancel_season(*, season: Season, now: datetime) -> bool:
    """Call off a season that has not started; return whether it was not before.

    :raises Refused: if games have begun.
    """
    locked = Season.objects.select_for_update().get(pk=season.pk)
    if locked.cancelled_at is not None:
        return False
    if (
        locked.started_at is not None
        or locked.divisions.filter(season_games__game__isnull=False).exists()
    ):
        raise Refused(_("The games of this season have begun, so it is played to its end."))
    store(locked, cancelled_at=now)
    return True


def start_season(*, season: Season, now: datetime) -> int:
    """Start the games of a drawn season that have not been started; return how many.

    Suspended people are withdrawn first. A game that cannot start, because a player has left and
    nobody has taken over, does not block the others: it is tried again at every run until the
    season ends. Everybody gets one notice.

    :raises Refused: if the season is not drawn, or cancelled.
    """
    if season.drawn_at is None:
        raise Refused(_("The divisions have not been drawn yet."))
    withdraw_suspended(season=season, now=now)
    missing = SeasonGame.objects.filter(
        division__season=season, game=None, started_at=None, settled_at=None
    )
    started = 0
    for pk in list(missing.order_by("division__tier", "number").values_list("pk", flat=True)):
        try:
            started += start_season_game(pk=pk, now=now)
        except Refused as refusal:
            logger.warning("Game %s of season %s cannot start: %s", pk, season, refusal)
        except Exception:  # one broken game must not stop the others
            logger.exception("Game %s of season %s failed to start", pk, season)
    with transaction.atomic():
        locked = lock_season(season)
        if locked.started_at is None:
            store(locked, started_at=now, summed_up_at=now)
            bump_revision(locked.divisions.all())
            recipients.notify_started(locked, now)
    return started


@transaction.atomic
def start_season_game(*, pk: int, now: datetime) -> bool:
    """Start one game of a season; return whether it did: only the first call does.

    :raises Refused: if one of its players may not play.
    """
    season_game = lock_season_game(pk)
    if season_game.started_at is not None or season_game.settled_at is not None:
        return False
    seats = list(season_game.seats.select_related("entry__person").order_by("number"))
    people = [seat.entry.person for seat in seats if seat.entry.person is not None]
    if len(people) < len(seats):
        raise Refused(_("A player in this game has left the site."))
    if any(seat.entry.status == EntryStatus.WITHDRAWN for seat in seats):
        raise Refused(_("A player in this game has withdrawn, and nobody has taken over yet."))
    if len(who_may_play([seat.entry for seat in seats], now)) < len(seats):
        raise Refused(_("A player in this game may not start games at present."))
    teams = [seat.team for seat in seats if seat.team is not None]
    season = season_game.division.season
    game = arrange_game(
        people=people,
        options=GameOptions(
            board=season_game.board,
            seats=len(people),
            order_fixed=True,
            teams_chosen=bool(teams),
            bot_accounts=season.bot_accounts,
            rated=season.league.rated,
            public=season.league.entry != Entrance.PRIVATE,
            # Also in leagues that are not rated: the terms of the season say so.
            **{"plans": usual_plans(rated=True), **season.clock},
        ),
        teams=teams,
        contributions=[seat.entry.contribution for seat in seats],
        now=now,
    )
    store(season_game, game=game, started_at=now)
    return True
