"""The report on a new board: its map, its tickets, its games, and what to mend."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from engine.board.model import Board
from engine.cards import COLOURS, GRAY
from engine.cli.common import columns
from engine.ways import shortest_way
from tools.new_board.facts import spaces_of
from tools.new_board.playing import Games
from tools.new_board.problems import (
    SECONDS_A_TURN,
    problems_of_games,
    problems_of_map,
    problems_of_tickets,
)
from tools.new_board.rows import Table


def report(table: Table, board: Board, tables: list[Games]) -> str:
    """The whole report, as text for a terminal; without games, what the map tells."""
    parts = [*_map(board), *_tickets(board), *(_games(tables) if tables else ())]
    problems = [*problems_of_map(table, board), *problems_of_tickets(table, board)]
    if tables:
        problems += problems_of_games(board, tables)
    parts.append(_title("What to mend"))
    parts += [f"- {problem}" for problem in problems] or ["Nothing."]
    return "\n".join(parts) + "\n"


def _title(text: str) -> str:
    return f"\n{text}\n{'-' * len(text)}"


def _map(board: Board) -> Iterator[str]:
    tracks = list(board.tracks.values())
    total = sum(track.length for track in tracks)
    yield _title(f"{board.name}: the map")
    yield (
        f"{len(board.cities)} cities, {len(tracks)} tracks with {total} spaces, "
        f"{len(board.tickets)} tickets, {board.trains} trains each."
    )
    degrees = {
        city: len({t.a if t.b == city else t.b for t in touching})
        for city, touching in board.tracks_of_city.items()
    }
    by_degree: dict[int, list[str]] = {}
    for city, degree in sorted(degrees.items()):
        by_degree.setdefault(degree, []).append(board.cities[city].name)
    rows = [["neighbours", "cities"]]
    rows += [[str(n), ", ".join(names)] for n, names in sorted(by_degree.items())]
    yield columns(rows)
    yield ""
    lengths = Counter(track.length for track in tracks)
    yield columns(
        [
            ["length", "tracks", "points"],
            *([str(n), str(lengths[n]), str(board.route_points[n])] for n in sorted(lengths)),
        ]
    )
    yield ""
    spaces, count = Counter[str](), Counter(track.colour for track in tracks)
    for track in tracks:
        spaces[track.colour] += track.length
    rows = [["colour", "tracks", "spaces"]]
    rows += [[c, str(count[c]), str(spaces[c])] for c in (*COLOURS, GRAY)]
    yield columns(rows)


def _tickets(board: Board) -> Iterator[str]:
    yield _title("Tickets: points against the shortest way")
    rows = [["ticket", "points", "spaces", "tracks on the way"]]
    ways = []
    for ticket in sorted(board.tickets.values(), key=lambda one: one.points):
        way = spaces_of(board, ticket)
        ways.append(way or 0)
        far = " / ".join(f"{board.place_name(end.place)} {end.points}" for end in ticket.far)
        ends = f"{board.place_name(ticket.a)} - {far or board.place_name(ticket.b)}"
        ends += " (long)" if ticket.long else ""
        between = [
            len(tracks)
            for a in ticket.near_cities
            for b in ticket.far_cities
            if (tracks := shortest_way(board, (), board.tracks, a, b)) is not None
        ]
        fewest = str(min(between, default=0))
        rows.append([ends, str(ticket.points), str(way or "no way"), fewest])
    yield columns(rows)
    mean = fmean(ticket.points for ticket in board.tickets.values())
    yield f"In the mean {mean:.1f} points for {fmean(ways):.1f} spaces."


def _games(tables: Sequence[Games]) -> Iterator[str]:
    yield _title("Games of bots")
    rows = [
        ["players", "games", "wins by seat", "points", "tickets", "completed", "turns", "minutes"]
    ]
    for table in tables:
        turns = table.mean(lambda game: game.turns)
        kinds = Counter(table.bots)
        fair = 1 / table.seats
        wins = " ".join(f"{table.wins(seat):.0%}" for seat in range(table.seats))
        rows.append(
            [
                " + ".join(f"{n} {kind}" for kind, n in kinds.items()),
                str(len(table.games)),
                f"{wins} ±{1.96 * math.sqrt(fair * (1 - fair) / len(table.games)):.0%}",
                " ".join(f"{table.points(seat):.0f}" for seat in range(table.seats)),
                f"{table.mean(lambda game: fmean(game.kept)):.1f}",
                f"{table.completed:.0%}",
                f"{turns:.0f}",
                f"{turns * SECONDS_A_TURN / 60:.0f}",
            ]
        )
    yield columns(rows)
    yield "After ± is how far chance alone moves the share of a seat in that many games."
    yield f"Minutes are those of people who sit together, {SECONDS_A_TURN} seconds a turn."
