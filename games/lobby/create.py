"""Making a game that others can join."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.bots import BOTS
from engine.chance import SECRET_BYTES, commit
from games.errors import Refused
from games.lobby.contributions import tidy_contribution
from games.lobby.start import start_if_full
from games.lobby.teams import teams_of_bots
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat

FEWEST_DAYS: Final = 1
MOST_DAYS: Final = 14
OPEN_FOR: Final = timedelta(days=30)
# One person who fills the lobby would leave no room for others.
MOST_OPEN_GAMES: Final = 10


@transaction.atomic
def create_game(
    *,
    organiser: Person,
    board: str,
    seats: int,
    bots: Sequence[str] = (),
    days_per_turn: int = 3,
    weekends_off: bool = False,
    public: bool = True,
    order_fixed: bool = False,
    teams_chosen: bool = False,
    bot_partner: bool = False,
    rated: bool = True,
    least_reliability: int | None = None,
    contribution: str = "",
    most_open: int | None = MOST_OPEN_GAMES,
    now: datetime,
) -> Game:
    """Makes a game with the organiser in the first seat and bots in the last ones.

    The commitment to its secret is public from now on (P-2). Without free seats it starts at once.
    On a board with teams chance pairs the players (A-16), or they choose their teams; the organiser
    then sits in the first, with the first bot where ``bot_partner`` asks for it. ``most_open`` is
    how many games of one organiser may wait for players, None for any number.

    :raises Refused: if the board is unknown or not made for so many seats, a number is out of
        range, or teams are to be chosen where there are none.
    """
    map_ = _board(board, seats)
    unknown = [bot for bot in bots if bot not in BOTS]
    if unknown:
        raise Refused(
            _("There is no bot “%(bot)s”. Choose one of: %(bots)s.")
            % {"bot": unknown[0][:20], "bots": ", ".join(BOTS)}
        )
    if len(bots) >= seats:
        raise Refused(_("There is no seat left for you: choose fewer bots or more seats."))
    if teams_chosen and map_.teams is None:
        raise Refused(_("%(board)s is not played in teams.") % {"board": map_.name})
    if not FEWEST_DAYS <= days_per_turn <= MOST_DAYS:
        raise Refused(
            _("A turn takes %(fewest)d to %(most)d days.")
            % {"fewest": FEWEST_DAYS, "most": MOST_DAYS}
        )
    waiting = organiser.organised_games.filter(status=GameStatus.OPEN)
    if most_open is not None and waiting.count() >= most_open:
        raise Refused(
            _("You have %(most)d games waiting for players. Cancel one, or wait until one begins.")
            % {"most": most_open}
        )
    secret = secrets.token_bytes(SECRET_BYTES)
    game = Game.objects.create(
        board=board,
        seat_count=seats,
        days_per_turn=days_per_turn,
        weekends_off=weekends_off,
        public=public,
        order_fixed=order_fixed,
        teams_chosen=teams_chosen,
        rated=rated and not bots,
        least_reliability=least_reliability,
        organiser=organiser,
        rules_version=engine.RULES_VERSION,
        board_digest=map_.digest,
        secret=secret,
        commitment=commit(secret),
        created_at=now,
        expires_at=now + OPEN_FOR,
    )
    Seat.objects.create(
        game=game,
        number=0,
        person=organiser,
        contribution=tidy_contribution(contribution),
        joined_at=now,
        team=0 if teams_chosen else None,
    )
    teams: Sequence[int | None] = [None] * len(bots)
    if teams_chosen:
        teams = teams_of_bots(game, len(bots), beside_organiser=bot_partner)
    for number, (bot, team) in enumerate(zip(bots, teams, strict=True), seats - len(bots)):
        Seat.objects.create(game=game, number=number, bot=bot, joined_at=now, team=team)
    start_if_full(game=game, now=now)
    game.refresh_from_db()
    return game


def _board(key: str, seats: int) -> engine.Board:
    if key not in engine.board_names():
        raise Refused(
            _("There is no board “%(board)s”. Choose one of: %(boards)s.")
            % {"board": key[:30], "boards": ", ".join(engine.board_names())}
        )
    board = engine.load_board(key)
    if seats not in board.seat_counts:
        raise Refused(
            _("%(board)s is played by %(counts)s players.")
            % {"board": board.name, "counts": ", ".join(map(str, board.seat_counts))}
        )
    return board
