"""The settled games of divisions, read for the standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from games.leagues.models import Division, SeasonSeat, Verdict
from games.leagues.results import Result, Side


class Seat(NamedTuple):
    """What a seat of a settled game says."""

    entry: int
    left: bool
    place: int
    score: int
    tickets: int


def results_of(divisions: Iterable[Division]) -> dict[int, list[tuple[datetime, Result]]]:
    """Gets the counted games of some divisions by the id of the division, oldest first.

    Each has the time at which it was over. One query, however large the divisions are.
    """
    rows: Iterable[tuple[Any, ...]] = (
        SeasonSeat.objects.filter(
            season_game__division__in=divisions, season_game__settled_at__isnull=False
        )
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
    games: dict[tuple[int, int, datetime], dict[int, list[Seat]]]
    games = defaultdict(lambda: defaultdict(list))
    for division, game, at, number, team, *seat in rows:
        side = number if team is None else team
        games[division, game, at][side].append(Seat(*seat))
    found: dict[int, list[tuple[datetime, Result]]] = defaultdict(list)
    for (division, _game, at), sides in games.items():
        found[division].append((at, Result(tuple(_side(seats) for seats in sides.values()))))
    return dict(found)


def _side(seats: list[Seat]) -> Side:
    return Side(
        entries=tuple(seat.entry for seat in seats),
        place=seats[0].place,
        score=seats[0].score,
        tickets=seats[0].tickets,
        gone=frozenset(seat.entry for seat in seats if seat.left),
    )
