"""Standings of divisions from their rows, settled games and games in progress.

Games in progress count as if adjudicated now. Spectators see the same points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

import engine
from games import log
from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    Season,
    SeasonGame,
    SeasonSeat,
    Verdict,
)
from games.leagues.naming import entry_name, points_text
from games.leagues.rules.results import Result, Side, places_on_board, sides_on_board
from games.leagues.rules.standings import Standing, standings
from games.leagues.season.draw_seed import draw_seed
from games.leagues.season.fixtures import seats_by_game
from games.leagues.season.plan import points_by_place
from games.tables.models import Game, GameStatus, Seat

ALL_ROWS: Final = 14
TOP_ROWS: Final = 8


@dataclass(slots=True)
class PlayedGames:
    """The games of a division.

    ``results`` are those that count, oldest first, each with its end. ``running`` says how many
    games of each entry have begun and have no result yet, and ``begun`` whether any game of the
    division has. ``settled`` counts those of all ``games`` that have a result. ``uncounted`` has
    the numbers of sides at the void tables of each entry that did not leave them.
    """

    results: list[tuple[datetime, Result]] = field(default_factory=list)
    running: Counter[int] = field(default_factory=Counter)
    uncounted: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    games: int = 0
    settled: int = 0
    begun: bool = False


class SeatResult(NamedTuple):
    """The row of a seat of a game; without a result place, score and tickets are None."""

    entry: int
    left: bool
    place: int
    score: int
    tickets: int


def _seats_in_games(**among: object) -> QuerySet[SeasonSeat, Any]:
    return (
        SeasonSeat.objects.filter(**among)
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


def played_games(divisions: Iterable[Division]) -> dict[int, PlayedGames]:
    """Return the games played in some divisions, by the id of the division.

    One query, however large the divisions are.
    """
    rows = _seats_in_games(season_game__division__in=divisions)
    games: dict[tuple[int, int, datetime | None, str, bool], dict[int, list[SeatResult]]]
    games = defaultdict(lambda: defaultdict(list))
    for division, game, at, verdict, started_at, number, team, *seat in rows:
        side = number if team is None else team
        begun = started_at is not None
        games[division, game, at, verdict, begun][side].append(SeatResult(*seat))
    found: dict[int, PlayedGames] = {}
    for (division, _game, at, verdict, begun), sides in games.items():
        played = found.setdefault(division, PlayedGames())
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
            continue
        for seat in (seat for seats in sides.values() for seat in seats if not seat.left):
            played.uncounted[seat.entry].append(len(sides))
    return found


def _side(seats: list[SeatResult]) -> Side:
    first = seats[0]
    return Side(
        entries=tuple([seat.entry for seat in seats]),
        place=first.place,
        score=first.score,
        tickets=first.tickets,
        left=frozenset([seat.entry for seat in seats if seat.left]),
    )


def bump_revision(divisions: QuerySet[Division]) -> None:
    """Increase the revision of some divisions, in the transaction that changes their standings."""
    divisions.update(revision=F("revision") + 1)


def division_standings(
    season: Season, divisions: Iterable[Division] | None = None
) -> dict[int, list[Standing]]:
    """Return the standings of divisions of a season, by the id of the division: two queries in all.

    ``divisions`` None means all divisions.
    """
    chosen = season.divisions.all() if divisions is None else divisions
    played = played_games(chosen)
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(division__in=chosen).only("division", "status"):
        assert entry.division_id is not None
        entries[entry.division_id].append(entry)
    return {
        division: rank_division(season, players, played.get(division, PlayedGames()))
        for division, players in entries.items()
    }


def rank_division(
    season: Season, entries: Iterable[Entry], played: PlayedGames, also: Iterable[Result] = ()
) -> list[Standing]:
    """Return the standings of one division from its entries and their games.

    ``also`` are results of unfinished games to count as well.
    """
    status = {entry.pk: entry.status for entry in entries}
    return standings(
        list(status),
        [*(result for _at, result in played.results), *also],
        points_by_place(season),
        seed=draw_seed(season),
        withdrawn=[pk for pk in status if status[pk] == EntryStatus.WITHDRAWN],
        uncounted=played.uncounted,
    )


POINTS_CACHED_FOR: Final = 24 * 3600
"""Seconds for which the points of a game are kept; the next event invalidates them anyway."""


class BoardPoints(NamedTuple):
    """The points on the board of a game by seat, and its teams, if there are any."""

    points: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]


def live_results(divisions: Iterable[Division]) -> dict[int, dict[int, Result]]:
    """Return the running games of some divisions with their present scores.

    By the id of the division, then by the id of the game of the season.
    """
    drawn = list(
        SeasonGame.objects.filter(
            division__in=divisions, settled_at=None, game__status=GameStatus.RUNNING
        )
        .select_related("game")
        .defer("game__secret")
        .order_by("division", "number")
    )
    boards = _board_points([game.game for game in drawn if game.game is not None])
    sitting = SeasonSeat.objects.filter(season_game__in=drawn).select_related("entry")
    seats = seats_by_game(sitting.order_by("season_game", "number"))
    held = _holders(Seat.objects.filter(game__season_game__in=drawn))
    found: dict[int, dict[int, Result]] = defaultdict(dict)
    for game in drawn:
        assert game.game_id is not None
        for seat in seats[game.pk]:
            seat.left = held.get((game.game_id, seat.number)) != seat.entry.person_id
        found[game.division_id][game.pk] = _live_result(seats[game.pk], boards[game.game_id])
    return dict(found)


def _board_points(games: list[Game]) -> dict[int, BoardPoints]:
    """Return the points on the boards of games by their id; load only games that have moved."""
    keys = {game.pk: f"points:{game.pk}:{game.version}" for game in games}
    kept = cache.get_many(keys.values())
    new = {}
    for game in games:
        if keys[game.pk] not in kept:
            view = engine.view(log.load(game), None)
            new[keys[game.pk]] = [view.points, view.teams]
    cache.set_many(new, POINTS_CACHED_FOR)
    kept.update(new)
    return {
        pk: BoardPoints(tuple(points), tuple(map(tuple, teams)))
        for pk, (points, teams) in ((pk, kept[key]) for pk, key in keys.items())
    }


def _holders(seats: QuerySet[Seat]) -> dict[tuple[int, int], int | None]:
    return {
        (game, number): person
        for game, number, person in seats.values_list("game", "number", "person")
    }


def _live_result(seats: list[SeasonSeat], board: BoardPoints) -> Result:
    entries = {seat.number: seat.entry_id for seat in seats}
    left = {seat.number for seat in seats if seat.left}
    sides = sides_on_board(board.points, board.teams, left)
    return Result(
        tuple(
            Side(
                entries=tuple(entries[seat] for seat in side.seats),
                place=place,
                score=side.points,
                tickets=0,
                left=frozenset(entries[seat] for seat in side.seats if seat in left),
            )
            for side, place in zip(sides, places_on_board(sides), strict=True)
        )
    )


def standings_around(entry: Entry | None) -> list[Standing]:
    """Return the standings of the division of an entry; empty if it has none."""
    if entry is None or entry.division is None:
        return []
    division = entry.division
    return division_standings(division.season, [division])[division.pk]


def standings_rows(entry: Entry | None) -> tuple[tuple[str, ...], ...]:
    """Return the standings around an entry as a table with a head, for a mail.

    A division of more than `ALL_ROWS` is cut to the top and the neighbours of the entry.
    """
    lines = standings_around(entry)
    if entry is None or not lines:
        return ()
    inside = Entry.objects.filter(division=entry.division).select_related("person")
    names = {other.pk: entry_name(other) for other in inside}
    own = next(line.order for line in lines if line.entry == entry.pk)
    if len(lines) > ALL_ROWS:
        lines = [line for line in lines if line.order < TOP_ROWS or abs(line.order - own) <= 1]
    head = (_("Place"), _("Player"), _("Points"), _("Games"))
    return (
        head,
        *(
            (str(line.rank), names[line.entry], points_text(line.points), str(line.played))
            for line in lines
        ),
    )
