"""Whole games among bots, reproducible from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import wire
from engine.board.model import Board
from engine.bots import choose_action
from engine.chance import Chance
from engine.events import Event, GameEnded
from engine.game import Game
from engine.record import Header, Record, record_game
from engine.rules.setup import new_game
from engine.view import view

MAX_TURNS = 5000


@dataclass(frozen=True, slots=True)
class Match:
    """A finished game: its log as (event, actor, action of the first event it caused)."""

    game: Game
    chance: Chance
    log: list[tuple[Event, str, dict[str, Any] | None]]
    steps: int

    @property
    def outcome(self) -> GameEnded:
        """The event that ended it, with the scores."""
        assert self.game.outcome is not None
        return self.game.outcome

    def record(self) -> Record:
        """The record of the game, the same for the same seed."""
        board = self.game.board
        header = Header(
            board=board.key,
            board_digest=board.digest,
            seats=self.game.seats,
            commitment=self.chance.commitment,
            contributions=list(self.chance.contributions),
        )
        return record_game(self.log, header, self.chance.secret)


def play_match(board: Board, bots: Sequence[str], seed: int | str) -> Match:
    """Play a game in which each seat is played by the bot of that name.

    Secret, contributions and the dice of the bots follow from the seed.

    :raises RuntimeError: if the bots do not come to an end.
    """
    chance = Chance.from_seed(seed, len(bots))
    dice = [Random(f"{seed} seat {seat}") for seat in range(len(bots))]
    game, events = new_game(board, len(bots), chance)
    log: list[tuple[Event, str, dict[str, Any] | None]] = [
        (event, "table", None) for event in events
    ]
    steps = 0
    while game.pending:
        seat = next(iter(game.pending))
        action = choose_action(bots[seat], view(game, seat), dice[seat])
        stored: dict[str, Any] | None = {**wire.encode_action(action), "seat": seat}
        for event in game.play(seat, action, chance):
            log.append((event, str(seat), stored))
            stored = None
        steps += 1
        if game.turn > MAX_TURNS:
            raise RuntimeError(f"Game {seed!r} has not ended after {MAX_TURNS} turns.")
    return Match(game, chance, log, steps)
