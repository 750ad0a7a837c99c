"""Giving seats of the games of a season to others, or looking for somebody who wants them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games.absence.open_seat import open_seat
from games.absence.replace_player import replace_player
from games.leagues.models import SeasonSeat
from games.people.models import Person
from games.tables.models import GameStatus, Seat

ACTOR: Final = "director"


def hand_over(*, seat: SeasonSeat, person: Person, now: datetime) -> None:
    """Lets a person go on in a seat of a game of a season; nothing where none runs."""
    game = seat.season_game.game
    if game is not None and game.status == GameStatus.RUNNING:
        replace_player(game=game, seat=seat.number, by=person, actor=ACTOR, now=now)


def look_for_substitute(*, seat: SeasonSeat, now: datetime) -> None:
    """Puts a seat on the site's list of those that look for a substitute."""
    game = seat.season_game.game
    if game is None or game.status != GameStatus.RUNNING:
        return
    if Seat.objects.filter(
        game=game, number=seat.number, open_since=None, person__isnull=False
    ).exists():
        open_seat(game=game, seat=seat.number, actor=ACTOR, now=now)
