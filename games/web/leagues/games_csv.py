"""The pairings and the games of a season as files for table programs. Public facts only."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

import engine
from games.leagues.models import Season, SeasonGame, SeasonSeat
from games.leagues.naming import entry_name
from games.web.leagues.csv_files import csv_file
from games.web.leagues.found import find_season

SEATS = 6
"""As many as the largest table has."""
PAIRINGS = ("division", "game", "board", "code", *(f"player_{seat + 1}" for seat in range(SEATS)))
GAMES = (
    "division", "game", "board", "code", "started", "settled", "verdict", "seat", "team", "player",
    "drawn_for", "left", "place", "score", "tickets",
)  # fmt: skip


@require_safe
def pairings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A row for each game that was drawn, with its players in the order of the seats."""
    season = find_season(request, slug, number)
    rows = (
        [*_head(game), *(entry_name(seat.entry) for seat in seats), *[""] * (SEATS - len(seats))]
        for game, seats in _tables(season)
    )
    return csv_file(f"{slug}-{number}-pairings.csv", PAIRINGS, rows)


@require_safe
def games_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A row for each seat of each game: who plays there and what came of it. Times are in UTC."""
    season = find_season(request, slug, number)
    rows = (
        [
            *_head(game),
            game.started_at,
            game.settled_at,
            game.verdict,
            seat.number + 1,
            None if seat.team is None else seat.team + 1,
            entry_name(seat.entry),
            entry_name(seat.drawn_for) if seat.drawn_for else "",
            "yes" if seat.left else "no",
            seat.place,
            seat.score,
            seat.tickets,
        ]
        for game, seats in _tables(season)
        for seat in seats
    )
    return csv_file(f"{slug}-{number}-games.csv", GAMES, rows)


def _head(game: SeasonGame) -> list[object]:
    return [
        game.division.tier,
        game.number,
        engine.load_board(game.board).name,
        game.game.code if game.game else "",
    ]


def _tables(season: Season) -> Iterator[tuple[SeasonGame, list[SeasonSeat]]]:
    """The games of a season with their seats, division by division: two queries."""
    games = SeasonGame.objects.filter(division__season=season).select_related("division", "game")
    seats = SeasonSeat.objects.filter(season_game__division__season=season)
    at: dict[int, list[SeasonSeat]] = {}
    for seat in seats.select_related("entry__person", "drawn_for__person").order_by("number"):
        at.setdefault(seat.season_game_id, []).append(seat)
    for game in games.defer("game__secret").order_by("division__tier", "number"):
        yield game, at.get(game.pk, [])
