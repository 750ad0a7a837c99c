"""What has been played in divisions, read for the standings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from games.leagues.models import Division, SeasonSeat, Verdict
from games.leagues.results import Result, Side


@dataclass(slots=True)
class Played:
    """The games of a division.

    ``results`` are those that count, oldest first, with the time at which each was over.
    ``running`` says how many games of each entry have begun and have no result yet, and ``begun``
    whether any game of the division has. Of all ``games`` so many are ``settled``.
    """

    results: list[tuple[datetime, Result]] = field(default_factory=list)
    running: Counter[int] = field(default_factory=Counter)
    games: int = 0
    settled: int = 0
    begun: bool = False


class Seat(NamedTuple):
    """What a seat of a game says; without a result place, score and tickets are None."""

    entry: int
    left: bool
    place: int
    score: int
    tickets: int


def played_in(divisions: Iterable[Division]) -> dict[int, Played]:
    """Gets what has been played in some divisions, by the id of the division.

    One query, however large the divisions are.
    """
    rows: Iterable[tuple[Any, ...]] = (
        SeasonSeat.objects.filter(season_game__division__in=divisions)
        .order_by("season_game__settled_at", "season_game", "number")
        .values_list(
            "season_game__division",
            "season_game",
            "season_game__settled_at",
            "season_game__verdict",
            "season_game__started_at",
            "number",
            "team",
            "entry",
            "left",
            "place",
            "score",
            "tickets",
        )
    )
    games: dict[tuple[int, int, datetime | None, str, bool], dict[int, list[Seat]]]
    games = defaultdict(lambda: defaultdict(list))
    for division, game, at, verdict, started_at, number, team, *seat in rows:
        side = number if team is None else team
        begun = started_at is not None
        games[division, game, at, verdict, begun][side].append(Seat(*seat))
    found: dict[int, Played] = {}
    for (division, _game, at, verdict, begun), sides in games.items():
        played = found.setdefault(division, Played())
        played.games += 1
        if at is None and not begun:
            continue
        played.begun = True
        if at is None:
            played.running.update(seat.entry for seats in sides.values() for seat in seats)
            continue
        played.settled += 1
        if verdict != Verdict.VOID:
            played.results.append((at, Result(tuple(map(_side, sides.values())))))
    return found


def _side(seats: list[Seat]) -> Side:
    return Side(
        entries=tuple(seat.entry for seat in seats),
        place=seats[0].place,
        score=seats[0].score,
        tickets=seats[0].tickets,
        gone=frozenset(seat.entry for seat in seats if seat.left),
    )
