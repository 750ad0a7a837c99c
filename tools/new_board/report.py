"""The report on a new board: its map, its tickets, its games, and what to mend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean

from engine.board.model import Board
from engine.cards import COLOURS, GRAY
from engine.cli.common import columns
from engine.network import component_of_city
from tools.new_board.facts import spaces_between
from tools.new_board.geometry import lack, stretch
from tools.new_board.playing import Games
from tools.new_board.rows import Table

SECONDS_A_TURN = 25
"""How long people who sit together take for a turn."""
FEW, MANY = 0.6, 1.6
"""Shares of the mean number of spaces of a colour."""
CHEAP, DEAR = 0.8, 1.9
"""Points of a ticket for each space of its shortest way."""
COMPLETED = 0.7
"""The share of their tickets that planners should complete."""
CROWDED, EMPTY = 1.25, 4.0
"""Spaces on the board for each train of all players."""


def problems_of_map(table: Table, board: Board) -> Iterator[str]:
    """What the map itself tells, before anybody plays on it."""
    part_of = component_of_city(board, board.tracks)
    apart: dict[str, list[str]] = {}
    for key in sorted(board.cities):
        apart.setdefault(part_of.get(key, key), []).append(board.place_name(key))
    if len(apart) > 1:
        small = min(apart.values(), key=len)
        yield (
            f"The board falls into {len(apart)} parts; add a route from {', '.join(small)} to the "
            "rest."
        )
    for city, near in _neighbours(board).items():
        # An end place of a country has one route by the rules, and others beside it (M-8).
        if len(near) == 1 and board.cities[city].country is None:
            yield (
                f"{board.place_name(city)} has one neighbour only: who loses that route cannot "
                "complete its tickets. Add a second way."
            )
    for one, two in crossings(table):
        yield (
            f"Drawn straight, the routes of lines {one} and {two} cross: leave one out, or let it "
            "pass through a city."
        )
    spaces = Counter[str]()
    for track in board.tracks.values():
        # A bullet route takes any colour and no trains (J-3).
        if track.kind != "bullet":
            spaces[track.colour] += track.length
    mean = fmean(spaces[colour] for colour in COLOURS)
    for colour in COLOURS:
        if not FEW * mean <= spaces[colour] <= MANY * mean:
            yield (
                f"There are {spaces[colour]} {colour} spaces, and {mean:.0f} of a colour in the "
                "mean: give some routes another colour."
            )
    total = sum(spaces.values())
    if spaces[GRAY] > total / 2:
        yield "More than half of all spaces are gray: give some of them colours."
    for seats in sorted({min(board.seat_counts), max(board.seat_counts)}):
        share = total / (board.trains * seats)
        if share < CROWDED:
            yield f"With {seats} players the board is full: add routes or give fewer trains."
        if share > EMPTY:
            yield f"With {seats} players they hardly meet: leave routes out or give more trains."


def problems_of_tickets(table: Table, board: Board) -> Iterator[str]:
    """Tickets that cannot be completed, or bring too much or too little."""
    ends = Counter[str]()
    for row, ticket in zip(table.dealt, board.tickets.values(), strict=True):
        ends.update((*ticket.near_cities, *ticket.far_cities))
        near, *far = row.places
        name = f"The ticket {near} to {'/'.join(far)} (line {row.line})"
        way = spaces_between(board, ticket.near_cities, ticket.far_cities)
        if way is None:
            yield f"{name} cannot be completed: nothing connects its cities."
        elif ticket.far:
            # Each end has points of its own; whether any of them can be reached is what matters.
            continue
        elif way > board.trains:
            yield f"{name} takes {way} trains, and a player has {board.trains}: shorten it."
        elif not CHEAP <= ticket.points / way <= DEAR:
            yield (
                f"{name} is worth {ticket.points} points and takes {way} trains: make it {way} to "
                f"{round(way * 1.5)}, or leave the points empty."
            )
    unused = [
        city.name
        for key, city in board.cities.items()
        if not (ends[key] or city.junction or city.country)
    ]
    if unused:
        yield f"No ticket leads to {', '.join(unused)}: nobody has a reason to go there."
    least = (board.setup_deal.offer - board.setup_deal.long) * max(board.seat_counts)
    deck = len(board.ticket_decks[0])
    if deck < least + 2 * max(board.seat_counts):
        yield (
            f"There are {deck} tickets; {least} are dealt at first. Add some, so "
            "that players can draw more."
        )


def problems_of_games(board: Board, tables: list[Games]) -> Iterator[str]:
    """What only games show: seats, tickets, ends, routes that nobody wants."""
    for table in tables:
        planners = set(table.bots) == {"planner"}
        fair = 1 / table.seats
        for seat in range(table.seats) if planners else ():
            if abs(table.wins(seat) - fair) > 2.6 * table.deviation:
                yield (
                    f"With {table.seats} players, number {seat + 1} in turn wins "
                    f"{table.wins(seat):.0%} of the games and should win about {fair:.0%}: play "
                    "more games to be sure; more ways between the cities make it fairer."
                )
        if planners and table.completed < COMPLETED:
            yield (
                f"With {table.seats} players, planners complete {table.completed:.0%} of their "
                "tickets: make tickets shorter, give more trains, or add double routes."
            )
        stuck = table.mean(lambda game: game.reason != "final round")
        if stuck > 0.05:
            yield (
                f"{stuck:.0%} of the games of {table.seats} {table.bots[0]} players end because "
                "nobody can move: add routes or give fewer trains."
            )
        if set(table.bots) == {"planner", "random"} and table.wins(0) < 0.9:
            yield (
                f"A bot that plans beats one that plays at random in {table.wins(0):.0%} of the "
                "games only: skill counts for little; more and longer tickets would help."
            )
    games = [game for table in tables if "planner" in table.bots for game in table.games]
    claims = Counter(track for game in games for track in game.claimed)
    idle = [track for track in board.tracks.values() if claims[track.id] < len(games) / 50]
    if len(games) >= 50 and idle:
        listed = ", ".join(
            f"{board.place_name(t.a)} to {board.place_name(t.b)} ({t.colour})" for t in idle
        )
        yield f"Planners hardly ever claim {listed}: let a ticket lead there, or shorten them."


def crossings(table: Table) -> Iterator[tuple[int, int]]:
    """The lines of pairs of routes that cross if all are drawn straight."""
    where = {city.name: complex(city.longitude, city.latitude) for city in table.cities}
    for one, two in combinations(table.routes, 2):
        ends = [where[end] for end in (one.a, one.b, two.a, two.b)]
        if len(set(ends)) == 4 and lack(stretch(*ends[:2]), stretch(*ends[2:])):
            yield one.line, two.line


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
    cities: dict[int, list[str]] = {}
    for city, near in _neighbours(board).items():
        cities.setdefault(len(near), []).append(board.place_name(city))
    found = [[str(number), ", ".join(sorted(cities[number]))] for number in sorted(cities)]
    yield columns([["neighbours", "cities"], *found])
    lengths = {track.length for track in tracks}
    for what, kinds in (("length", sorted(lengths)), ("colour", (*COLOURS, GRAY))):
        rows = [[what, "tracks", "spaces"]]
        for kind in kinds:
            spaces = [track.length for track in tracks if getattr(track, what) == kind]
            rows.append([str(kind), str(len(spaces)), str(sum(spaces))])
        yield f"\n{columns(rows)}"


def _neighbours(board: Board) -> dict[str, set[str]]:
    """The cities to which routes lead from each city."""
    return {
        city: {track.b if track.a == city else track.a for track in tracks}
        for city, tracks in board.tracks_of_city.items()
    }


def _tickets(board: Board) -> Iterator[str]:
    yield _title("Tickets: points against the shortest way")
    rows = [["ticket", "points", "spaces"]]
    ways = []
    for ticket in sorted(board.tickets.values(), key=lambda one: one.points):
        way = spaces_between(board, ticket.near_cities, ticket.far_cities)
        ways.append(way or 0)
        far = " / ".join(f"{board.place_name(end.place)} {end.points}" for end in ticket.far)
        ends = f"{board.place_name(ticket.a)} - {far or board.place_name(ticket.b)}"
        ends += " (long)" if ticket.long else ""
        rows.append([ends, str(ticket.points), str(way or "no way")])
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
        wins = " ".join(f"{table.wins(seat):.0%}" for seat in range(table.seats))
        rows.append(
            [
                " + ".join(f"{n} {kind}" for kind, n in kinds.items()),
                str(len(table.games)),
                f"{wins} ±{1.96 * table.deviation:.0%}",
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
