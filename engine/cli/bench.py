"""``bench``: how fast the engine is on this machine."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from engine import record, wire
from engine.board import load_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.chance import Chance
from engine.cli.common import Commands, columns
from engine.events import Event
from engine.game import Game, replay
from engine.network import longest_trail_length
from engine.rules.setup import new_game
from engine.view import view

Work = Callable[[], int]
"""Do some work and return the number of units done."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("bench", help="measure the engine")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default: 1)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print how many of each thing the engine does in a second."""
    figures = {name: round(rate(work, options.seconds), 1) for name, work in workloads()}
    if options.json:
        print(json.dumps(figures))
    else:
        rows = [[name, f"{value:,.0f}"] for name, value in figures.items()]
        print(columns([["a second", "figure"], *rows]))
    return 0


def rate(work: Work, seconds: float) -> float:
    """Repeat work for about n seconds of processor time; return the units done in a second."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not done:
        done += work()
    return done / spent


def workloads() -> Iterator[tuple[str, Work]]:
    """The measured workloads, by name."""
    for key in ("usa", "japan"):
        board = load_board(key)
        match = play_match(board, ["planner", "planner"], "bench")
        events = [event for event, _, _ in match.log]
        yield f"random steps, {key}", partial(random_game, board, 2, Random(1))
        yield f"planner games, {key}", partial(planner_game, board)
        yield f"events replayed, {key}", partial(replay_events, board, events)
        yield f"events from JSON to state, {key}", partial(read_events, board, stored(events))
        yield f"views, {key}", partial(views, match.game)
        yield f"longest trails, {key}", partial(trails, match.game)
    loaded = play_match(load_board("usa"), ["random", "random"], "bench").record()
    yield "decks shuffled", partial(shuffles, Chance.from_seed("bench"))
    yield "records checked", partial(check_record, loaded)


def random_game(board: Board, seats: int, rng: Random) -> int:
    """Play a random game with all legal actions listed at each step; return the steps."""
    chance = Chance.from_seed(rng.random().hex())
    game, _ = new_game(board, seats, chance)
    steps = 0
    while game.pending:
        seat = next(iter(game.pending))
        game.play(seat, rng.choice(game.legal_actions(seat).listed()), chance)
        steps += 1
    return steps


def planner_game(board: Board) -> int:
    """Play a game between two planners."""
    play_match(board, ["planner", "planner"], "bench")
    return 1


def replay_events(board: Board, events: Sequence[Event]) -> int:
    """Replay decoded events; return how many."""
    replay(board, events)
    return len(events)


def stored(events: Sequence[Event]) -> list[tuple[str, int, str]]:
    """Events as a database keeps them: type, version, data as JSON text."""
    encoded = (wire.encode(event) for event in events)
    return [(type_, version, json.dumps(data)) for type_, version, data in encoded]


def read_events(board: Board, rows: Sequence[tuple[str, int, str]]) -> int:
    """Read stored events and replay them; return how many."""
    decoded = (wire.decode(type_, version, json.loads(data)) for type_, version, data in rows)
    replay(board, decoded)
    return len(rows)


def views(game: Game) -> int:
    """Make the view of every seat and a spectator; return how many."""
    seats = [*range(game.seats), None]
    for seat in seats:
        view(game, seat)
    return len(seats)


def trails(game: Game) -> int:
    """Find the longest trail of every seat; return how many."""
    for claims in game.claims:
        longest_trail_length(game.board, claims)
    return len(game.claims)


def shuffles(chance: Chance) -> int:
    """Shuffle a deck once."""
    chance.shuffle(range(110), 1)
    return 1


def check_record(loaded: record.Record) -> int:
    """Check a record once."""
    assert not record.check(loaded)
    return 1
