"""Replaying a game, beside replaying chess and beside an event-sourcing library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import cycle
from random import Random
from uuid import UUID

import chess
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from engine.board import load_board
from engine.board.model import Board
from engine.bots.match import play_match
from engine.cli.bench import read_events, replay_events, stored
from engine.events import Event
from tools.bench.figure import Figure, compare
from tools.bench.play import random_chess

GAMES = 20


def _replay(key: str, seats: int) -> Figure:
    """Folding decoded events beside pushing decoded chess moves without a check."""
    board = load_board(key)
    games = cycle(games_of_random(board, seats))
    dice = Random(1)
    chess_games = cycle([random_chess(dice) for _ in range(GAMES)])
    return compare(
        f"replay of decoded events, {board.name}, {seats} seats",
        ours=("events", lambda: replay_events(board, next(games))),
        theirs=("python-chess pushes", lambda: _push(next(chess_games))),
        need=0.6,
        aim=1.2,
    )


def state_from_stored_json() -> Figure:
    """Stored JSON to state, beside a repository that does the same for an aggregate."""
    usa = load_board("usa")
    events = games_of_random(usa, 2)[0]
    rows = stored(events)
    ledgers = Ledgers()
    ledger = ledgers.write(events)
    return compare(
        f"from stored JSON to state, USA, {len(events)} events",
        ours=("events", lambda: read_events(usa, rows)),
        theirs=("eventsourcing events", lambda: ledgers.read(ledger)),
        need=2.0,
        aim=4.0,
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


def games_of_random(board: Board, seats: int) -> list[list[Event]]:
    """The events of some games of random bots."""
    return [
        [event for event, _, _ in play_match(board, ["random"] * seats, seed).log]
        for seed in range(GAMES)
    ]


def _push(moves: list[chess.Move]) -> int:
    board = chess.Board()
    for move in moves:
        board.push(move)
    return len(moves)


FIGURES = (partial(_replay, "usa", 2), partial(_replay, "team-asia", 4), state_from_stored_json)
