"""Who plays with whom, where the players choose it (A-1, P-4).

Teams are counted from 0 while a table is open; the log counts them anew, in playing order.
"""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

import engine
from games.errors import Refused
from games.tables.models import Game


def place_in(game: Game, wanted: int | None) -> int | None:
    """Gets the team in which a newcomer sits: the wanted one, or the first with a free place.

    None where chance pairs the players, or the board has no teams. The caller holds the lock of
    the game.

    :raises Refused: if that team is full or there is no such team.
    """
    if not game.teams_chosen:
        if wanted is not None:
            raise Refused(_("Nobody chooses a team at this table. Take a seat without one."))
        return None
    size = team_size(game)
    taken = Counter(game.seats.values_list("team", flat=True))
    teams = range(game.seat_count // size)
    if wanted is None:
        return next((team for team in teams if taken[team] < size), None)
    if wanted not in teams:
        raise Refused(_("There is no such team at this table. Choose one that is shown."))
    if taken[wanted] >= size:
        raise Refused(_("This team is complete. Choose a place in another one."))
    return wanted


def teams_of_bots(game: Game, bots: int, *, beside_organiser: bool) -> list[int]:
    """Gets the team of each bot: the last places, but the organiser's side first where wanted."""
    size = team_size(game)
    places = [seat // size for seat in range(1, game.seat_count)]
    mates = 1 if beside_organiser and bots else 0
    return places[:mates] + places[len(places) - (bots - mates) :]


def team_size(game: Game) -> int:
    """Gets how many play together at a table whose players choose their teams."""
    teams = engine.load_board(game.board).teams
    assert teams is not None
    return teams.size
