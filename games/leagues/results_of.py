"""The settled games of a division, read for the standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from games.leagues.models import Division, Season, SeasonSeat, Verdict
from games.leagues.results import Result, Side


def results_by_division(season: Season) -> dict[int, list[tuple[datetime, Result]]]:
    """Gets the counted games of all divisions with the time at which each was over, oldest first.

    One query, however large the season is.
    """
    return _results(SeasonSeat.objects.filter(season_game__division__season=season))


def results_of(division: Division) -> list[tuple[datetime, Result]]:
    """Gets the counted games of one division with the time at which each was over."""
    seats = SeasonSeat.objects.filter(season_game__division=division)
    return _results(seats).get(division.pk, [])


def _results(seats: Iterable[SeasonSeat]) -> dict[int, list[tuple[datetime, Result]]]:
    rows = (
        seats.filter(season_game__settled_at__isnull=False)  # type: ignore[attr-defined]
        .exclude(season_game__verdict=Verdict.VOID)
        .order_by("season_game__settled_at", "season_game", "number")
        .values_list(
            "season_game__division",
            "season_game",
            "season_game__settled_at",
            "number",
            "team",
            "entry",
            "left",
            "place",
            "score",
            "tickets",
        )
    )
    games: dict[tuple[int, int, datetime], dict[int, list[tuple[int, bool, int, int, int]]]]
    games = defaultdict(lambda: defaultdict(list))
    for division, game, at, number, team, *seat in rows:
        side = number if team is None else team
        games[division, game, at][side].append(tuple(seat))
    found: dict[int, list[tuple[datetime, Result]]] = defaultdict(list)
    for (division, _game, at), sides in games.items():
        found[division].append((at, Result(tuple(_side(seats) for seats in sides.values()))))
    return dict(found)


def _side(seats: list[tuple[int, bool, int, int, int]]) -> Side:
    _entry, _left, place, score, tickets = seats[0]
    return Side(
        entries=tuple(entry for entry, *_rest in seats),
        place=place,
        score=score,
        tickets=tickets,
        gone=frozenset(entry for entry, left, *_rest in seats if left),
    )
