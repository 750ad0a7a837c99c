"""Games of a division as rows of its page; public facts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

import engine
from games.leagues.models import Division, SeasonGame, SeasonSeat, Verdict
from games.leagues.naming import entry_name
from games.leagues.rules.results import Result
from games.leagues.season.fixtures import seats_by_game
from games.tables.models import GameStatus


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player at a table, in the order of the seats, and best first once there are places.

    In a game in progress the score is what stands on the board.
    """

    name: str
    place: int | None
    score: int | None
    team: int | None
    substitute: bool
    left: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a season; ``state`` is drawn, running, played, adjudicated or void."""

    number: int
    board: str
    code: str
    url: str
    state: str
    turn: bool
    players: list[GamePlayer]


def game_rows(division: Division, running: Mapping[int, Result]) -> list[GameRow]:
    """The games of a division in the order of the draw: two queries.

    ``running`` has those in progress as they stand.
    """
    games = SeasonGame.objects.filter(division=division).select_related("game").order_by("number")
    seats = SeasonSeat.objects.filter(season_game__division=division)
    people = seats.select_related("entry__person")
    at = seats_by_game(people.order_by("season_game", "number"))
    return [
        _game_row(game, at.get(game.pk, []), running.get(game.pk))
        for game in games.defer("game__secret")
    ]


def _game_row(season_game: SeasonGame, seats: list[SeasonSeat], stands: Result | None) -> GameRow:
    game = season_game.game
    on_board = _scores(stands) if stands else {}
    state = {
        Verdict.PLAYED: "played",
        Verdict.ADJUDICATED: "adjudicated",
        Verdict.VOID: "void",
    }.get(
        Verdict(season_game.verdict) if season_game.verdict else None,  # type: ignore[arg-type]
        "running" if game is not None else "drawn",
    )
    players = [
        GamePlayer(
            entry_name(seat.entry),
            seat.place,
            seat.score if season_game.settled_at else on_board.get(seat.entry_id),
            seat.team,
            seat.drawn_for_id is not None,
            seat.left,
        )
        for seat in seats
    ]
    if season_game.verdict in (Verdict.PLAYED, Verdict.ADJUDICATED):
        players.sort(key=lambda player: player.place or 0)
    return GameRow(
        season_game.number,
        engine.load_board(season_game.board).name,
        game.code if game else "",
        reverse("game", args=[game.code]) if game else "",
        state,
        game is not None and game.status == GameStatus.RUNNING,
        players,
    )


def _scores(result: Result) -> dict[int, int]:
    return {entry: side.score for side in result.sides for entry in side.entries}
