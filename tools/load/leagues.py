"""Leagues of a large database: one season that is played, and more leagues the more games."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Final

from games import log
from games.leagues.league import create_league
from games.leagues.models import Season
from games.leagues.season.plan import game_kind
from games.notifications.models import DeliveryStatus, Notice
from games.play.bots import play_as_bot
from games.tables.models import Game
from tools.players.people import DAY, begin_season, make_person

PLAYERS: Final = 12
GAMES_A_LEAGUE: Final = 500
FULL_PAGE: Final = 60
"""Rows that fill a page of any list."""
DOMAIN: Final = "load.example"
LEAGUE: Final = "First League"
DIRECTOR: Final = "Dorien"
LEAGUES_OF_DIRECTOR: Final = 10
"""Leagues that have the same director, in a large database as in a small one."""


def full_page(count: int, games: int) -> int:
    """A number, or as many as fill a page of a list if there are ten times as many games.

    >>> full_page(20, 1_000), full_page(20, 100), full_page(2_000, 100_000)
    (60, 20, 2000)
    """
    return max(count, min(FULL_PAGE, games // 10))


def make_leagues(games: int, now: datetime) -> None:
    """Make a league with a season in play, through the services, and others without one."""
    director, start = make_person(DIRECTOR, DOMAIN), now - DAY
    season = begin_season(
        name=LEAGUE,
        director=director,
        players=[make_person(f"League Player {number}", DOMAIN) for number in range(PLAYERS)],
        kind=game_kind("lantern-island", [2], 3),
        days=60,
        start=start,
        clock={"days_per_turn": 7},
        size=PLAYERS // 2,
        moving=1,
    )
    _choose_tickets(season, start)
    for number in range(full_page(games // GAMES_A_LEAGUE, games)):
        if number % LEAGUES_OF_DIRECTOR == 0 and number:
            number_of = number // LEAGUES_OF_DIRECTOR + 1
            director = make_person(f"{DIRECTOR} {number_of}", DOMAIN)
        name = f"League {number + 2}"
        create_league(name=name, directors=[director], founder=None, now=now - 30 * DAY)
    # They have long been sent, as those of all other games.
    unsent = Notice.objects.filter(status=DeliveryStatus.PENDING)
    unsent.update(status=DeliveryStatus.SENT, fanned_out=True)


def _choose_tickets(season: Season, start: datetime) -> None:
    """Bring the games of a season to their first turn, a minute a choice."""
    dice = random.Random(season.number)
    for game in Game.objects.filter(season_game__division__season=season).order_by("pk"):
        now = start
        while (state := log.load(game)).turn == 0:
            now += timedelta(minutes=1)
            seat = min(state.pending)
            play_as_bot(game=game, state=state, seat=seat, bot="random", now=now, dice=dice)
