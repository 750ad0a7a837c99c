"""Standings of divisions from their rows, settled games and games in progress.

Games in progress count as if adjudicated now. Spectators see the same points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

import engine
from games import log
from games.leagues.models import Division, Entry, EntryStatus, Season, SeasonSeat, Verdict
from games.leagues.naming import entry_name, points_text
from games.leagues.rules.results import Result, Side, sides_on_board
from games.leagues.rules.standings import Standing, standings
from games.leagues.season.draw_seed import draw_seed
from games.leagues.season.fixtures import games_with_seats
from games.leagues.season.plan import points_by_place
from games.tables.models import Game, GameStatus, Seat

ALL_ROWS: Final = 14
TOP_ROWS: Final = 8


@dataclass(slots=True)
class PlayedGames:
    """The games of a division.

    ``results`` are those that count, oldest first, each with its end. Games ``to_come`` have no
    place or score yet. ``running`` says how many of these have begun, for each entry, and ``begun``
    whether any game of the division has. ``settled`` counts those of all ``games`` that have a
    result. ``uncounted`` has the numbers of sides at the void tables of each entry that did not
    leave them.
    """

    results: list[tuple[datetime, Result]] = field(default_factory=list)
    to_come: list[Result] = field(default_factory=list)
    running: Counter[int] = field(default_factory=Counter)
    uncounted: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    games: int = 0
    settled: int = 0
    begun: bool = False


class SeatResult(NamedTuple):
    """The row of a seat of a game; without a result place, score and tickets are None."""

    number: int
    team: int | None
    entry: int
    left: bool
    place: int
    score: int
    tickets: int


_columns_of = attrgetter("number", "team", "entry_id", "left", "place", "score", "tickets")
_GAME: Final = ("division", "pk", "settled_at", "verdict", "started_at")


def played_games(divisions: Iterable[Division]) -> dict[int, PlayedGames]:
    """Return the games played in some divisions, by the id of the division; none for others.

    One query, however large the divisions are.
    """
    rows = SeasonSeat.objects.filter(season_game__division__in=divisions)
    ordered = rows.order_by("season_game__settled_at", "season_game", "number")
    columns = (*(f"season_game__{name}" for name in _GAME), *SeatResult._fields)
    games: dict[tuple[Any, ...], list[SeatResult]] = defaultdict(list)
    for row in ordered.values_list(*columns):
        games[row[: len(_GAME)]].append(SeatResult(*row[len(_GAME) :]))
    found: dict[int, PlayedGames] = defaultdict(PlayedGames)
    for (division, _game, settled_at, verdict, started_at), seats in games.items():
        played, result = found[division], _result(seats)
        played.games += 1
        played.begun |= settled_at is not None or started_at is not None
        if settled_at is None:
            played.to_come.append(result)
            if started_at is not None:
                played.running.update(seat.entry for seat in seats)
            continue
        played.settled += 1
        if verdict != Verdict.VOID:
            played.results.append((settled_at, result))
            continue
        for seat in seats:
            if not seat.left:
                played.uncounted[seat.entry].append(len(result.sides))
    return found


def _result(seats: Iterable[SeatResult]) -> Result:
    """Return the result of a game from its seats, which are one or more to a side."""
    sides: dict[int, list[SeatResult]] = defaultdict(list)
    for seat in seats:
        sides[seat.number if seat.team is None else seat.team].append(seat)
    return Result(tuple([_side(side) for side in sides.values()]))


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
        division: rank_division(season, players, played[division])
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


def live_results(divisions: Iterable[Division]) -> dict[int, dict[int, Result]]:
    """Return the running games of some divisions with their present scores.

    By the id of the division, then by the id of the game of the season.
    """
    drawn = games_with_seats(
        division__in=divisions, settled_at=None, game__status=GameStatus.RUNNING
    )
    games = [game.game for game in drawn if game.game is not None]
    boards, holders = _board_points(games), seat_holders([game.pk for game in games])
    found: dict[int, dict[int, Result]] = defaultdict(dict)
    for game in drawn:
        assert game.game_id is not None
        seats = game.seats.all()
        note_who_left(game.game_id, seats, holders)
        rank_on_board(seats, *boards[game.game_id])
        rows = [SeatResult(*_columns_of(seat)) for seat in seats]
        found[game.division_id][game.pk] = _result(rows)
    return dict(found)


def _board_points(games: list[Game]) -> dict[int, tuple[Sequence[int], Sequence[Sequence[int]]]]:
    """Return the points of seats, and the teams, of games by id; load only those that moved."""
    keys = {game.pk: f"points:{game.pk}:{game.version}" for game in games}
    kept = cache.get_many(keys.values())
    new = {}
    for game in games:
        if keys[game.pk] not in kept:
            view = engine.view(log.load(game), None)
            new[keys[game.pk]] = [view.points, view.teams]
    cache.set_many(new, POINTS_CACHED_FOR)
    kept.update(new)
    return {pk: kept[key] for pk, key in keys.items()}


SeatHolders = Mapping[tuple[int, int], int | None]


def seat_holders(games: Iterable[int]) -> SeatHolders:
    """Return who holds the seats of games, by the id of the game and the number of the seat."""
    seats = Seat.objects.filter(game__in=games).values_list("game", "number", "person")
    return {(game, number): person for game, number, person in seats}


def note_who_left(game: int, seats: Iterable[SeasonSeat], holders: SeatHolders) -> None:
    """Mark the seats of a game whose entry does not hold them any more; the caller saves them."""
    for seat in seats:
        holder = holders.get((game, seat.number))
        seat.left = holder is None or holder != seat.entry.person_id


def rank_on_board(
    seats: Iterable[SeasonSeat], points: Sequence[int], teams: Sequence[Sequence[int]]
) -> None:
    """Give the seats of a game the places and points of its board; the caller saves them.

    Entries that left must be marked.
    """
    left = {seat.number for seat in seats if seat.left}
    for side in sides_on_board(points, teams, left):
        for seat in seats:
            if seat.number in side.seats:
                seat.place, seat.score, seat.tickets = side.place, side.points, 0


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
