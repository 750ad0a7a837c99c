"""Random play beside random chess, on both engines; replay beside chess and another library."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch
from uuid import UUID

import chess
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from engine import ENGINE, native
from engine.board import load_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.cli.bench import random_game, read_events, replay_events, stored
from engine.events import Event
from tools import engine_native
from tools.bench.figure import Figure, Value, Workload, compare, own_process

GAMES = 20
LONGEST_CHESS_GAME = 200


def random_steps(key: str, seats: int) -> Workload:
    """Steps of random games."""
    return "steps", partial(random_game, load_board(key), seats, Random(1))


def chess_moves() -> Workload:
    """Moves of random games of chess."""
    dice = Random(1)
    return "python-chess moves", lambda: len(random_chess(dice))


def random_chess(dice: Random) -> list[chess.Move]:
    """Play a random game of chess; return its moves."""
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < LONGEST_CHESS_GAME and (legal := list(board.legal_moves)):
        moves.append(dice.choice(legal))
        board.push(moves[-1])
    return moves


def replayed_events(key: str, seats: int) -> Workload:
    """Decoded events of random games, folded."""
    board = load_board(key)
    games = cycle(games_of_random(board, seats))
    return "events", lambda: replay_events(board, next(games))


def games_of_random(board: Board, seats: int) -> list[list[Event]]:
    """The events of some games of random bots."""
    return [
        [event for event, _, _ in play_match(board, ["random"] * seats, seed).log]
        for seed in range(GAMES)
    ]


def chess_pushes() -> Workload:
    """Decoded moves of chess, pushed without a check."""
    dice = Random(1)
    games = cycle([random_chess(dice) for _ in range(GAMES)])
    return "python-chess pushes", lambda: _push(next(games))


def _push(moves: list[chess.Move]) -> int:
    board = chess.Board()
    for move in moves:
        board.push(move)
    return len(moves)


def random_play(
    key: str, seats: int, need: float, yardstick: Callable[[], Workload] = chess_moves
) -> Figure:
    """Random play on the engine of this process."""
    return Figure(
        f"random play, {load_board(key).name}, {seats} seats, {ENGINE.kind}",
        compare(need, ours=random_steps(key, seats), theirs=yardstick()),
    )


def random_play_on(engine: str, key: str, seats: int, need: float) -> Figure:
    """The same in a process with the engine of this kind."""
    missed = partial(Figure, f"random play, {key}, {seats} seats, {engine}")
    chosen = {native.CHOICE: engine}
    if engine == "native":
        if not shutil.which(os.environ.get("CC", "gcc")):
            return missed(Value("not measured, there is no C compiler", enough=True))
        try:
            chosen[native.FOLDER_CHOICE] = compiled_engine().name
        except subprocess.CalledProcessError as error:
            return missed(Value(f"cannot be compiled: {error.output[-400:]}", enough=False))
    with patch.dict(os.environ, chosen), own_process() as other:
        return other.submit(random_play, key, seats, need).result()


@cache
def compiled_engine() -> TemporaryDirectory[str]:
    """A folder with the engine compiled from the sources of now, until this process ends."""
    folder = TemporaryDirectory()
    engine_native.build(Path(folder.name))
    return folder


def replay(key: str, seats: int, yardstick: Callable[[], Workload] = chess_pushes) -> Figure:
    """Folding decoded events."""
    return Figure(
        f"replay of decoded events, {load_board(key).name}, {seats} seats",
        compare(0.6, ours=replayed_events(key, seats), theirs=yardstick()),
    )


def state_from_stored_json() -> Figure:
    """Stored JSON to state, beside a repository that does the same for an aggregate."""
    usa = load_board("usa")
    events = games_of_random(usa, 2)[0]
    rows = stored(events)
    ledgers = Ledgers()
    ledger = ledgers.write(events)
    return Figure(
        f"from stored JSON to state, USA, {len(events)} events",
        compare(
            2.0,
            ours=("events", lambda: read_events(usa, rows)),
            theirs=("eventsourcing events", lambda: ledgers.read(ledger)),
        ),
    )


class Ledger(Aggregate):
    """As many events as a game has, each as plain as can be: a seat, a card, a count."""

    def __init__(self) -> None:
        self.hands: dict[int, int] = {}

    @event("Drawn")
    def draw(self, seat: int, card: str) -> None:
        """Count a card."""
        self.hands[seat] = self.hands.get(seat, 0) + 1


class Ledgers(Application[UUID]):
    """Ledgers in the memory of the library's own plain store, as JSON."""

    def write(self, events: Sequence[Event]) -> UUID:
        """Store a ledger with as many events; return its id."""
        ledger = Ledger()
        for _ in events[1:]:
            ledger.draw(seat=1, card="red")
        self.save(ledger)
        return ledger.id

    def read(self, ledger: UUID) -> int:
        """A ledger from the store; return how many events that took."""
        return int(self.repository.get(ledger).version)


FIGURES = (
    partial(random_play_on, "plain", "usa", 2, need=3.3),
    partial(random_play_on, "plain", "team-asia", 4, need=2.3),
    partial(random_play_on, "native", "usa", 2, need=5.0),
    partial(random_play_on, "native", "team-asia", 4, need=4.0),
    partial(replay, "usa", 2),
    partial(replay, "team-asia", 4),
    state_from_stored_json,
)
