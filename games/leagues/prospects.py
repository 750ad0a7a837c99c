"""The games of divisions that are in progress, as they would count if the season ended now.

By the rule for games that are not over on the last day. Spectators see the same points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import QuerySet

import engine
from games import log
from games.leagues.as_it_stands import places, stands
from games.leagues.models import Division, SeasonGame, SeasonSeat
from games.leagues.results import Result, Side
from games.tables.models import Game, GameStatus, Seat

KEPT: Final = 24 * 3600
"""Seconds for which the points of a game are kept; the next event makes them useless anyway."""


class Board(NamedTuple):
    """The points on the board of a game by seat, and its teams, if there are any."""

    points: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]


def prospects_of(divisions: Iterable[Division]) -> dict[int, dict[int, Result]]:
    """Gets the running games of some divisions as they stand.

    By the id of the division, and there by the id of the game of the season.
    """
    drawn = list(
        SeasonGame.objects.filter(
            division__in=divisions, settled_at=None, game__status=GameStatus.RUNNING
        )
        .select_related("game")
        .defer("game__secret")
        .order_by("division", "number")
    )
    boards = _boards([game.game for game in drawn if game.game is not None])
    seats: dict[int, list[SeasonSeat]] = defaultdict(list)
    sitting = SeasonSeat.objects.filter(season_game__in=drawn).order_by("season_game", "number")
    for seat in sitting.select_related("entry"):
        seats[seat.season_game_id].append(seat)
    held = _holders(Seat.objects.filter(game__season_game__in=drawn))
    found: dict[int, dict[int, Result]] = defaultdict(dict)
    for game in drawn:
        assert game.game_id is not None
        for seat in seats[game.pk]:
            seat.left = held.get((game.game_id, seat.number)) != seat.entry.person_id
        found[game.division_id][game.pk] = _result(seats[game.pk], boards[game.game_id])
    return dict(found)


def _boards(games: list[Game]) -> dict[int, Board]:
    """Gets what stands on the boards; only games in which something has happened are loaded."""
    keys = {game.pk: f"points:{game.pk}:{game.version}" for game in games}
    kept = cache.get_many(keys.values())
    new = {}
    for game in games:
        if keys[game.pk] not in kept:
            view = engine.view(log.load(game), None)
            new[keys[game.pk]] = Board(tuple(view.points), tuple(map(tuple, view.teams)))
    cache.set_many(new, KEPT)
    kept.update(new)
    return {pk: kept[key] for pk, key in keys.items()}


def _holders(seats: QuerySet[Seat]) -> dict[tuple[int, int], int | None]:
    return {
        (game, number): person
        for game, number, person in seats.values_list("game", "number", "person")
    }


def _result(seats: list[SeasonSeat], board: Board) -> Result:
    entries = {seat.number: seat.entry_id for seat in seats}
    gone = {seat.number for seat in seats if seat.left}
    sides = stands(board.points, board.teams, gone)
    return Result(
        tuple(
            Side(
                entries=tuple(entries[seat] for seat in side.seats),
                place=place,
                score=side.points,
                tickets=0,
                gone=frozenset(entries[seat] for seat in side.seats if seat in gone),
            )
            for side, place in zip(sides, places(sides), strict=True)
        )
    )
