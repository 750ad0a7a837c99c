"""Whole games of every kind of bot on every table: legal, and with nothing lost on the way.

`make soak` plays more of them, on either engine.
"""

from __future__ import annotations

import os
from random import Random

import pytest

import engine
from engine.bots import BOTS, choose_action
from engine.bots.levels import LEVELS
from tests.engine.invariants import BOARDS_AND_SEATS, check_things

pytestmark = pytest.mark.slow

GAMES = max(1, int(os.environ.get("NIGHT_MAIL_SOAK_GAMES", "1")) // 20)
FEW = 16
"""The playouts of a searching bot here: it is the same search, and quicker."""

SEATED = [bot for bot in BOTS if bot not in LEVELS or not LEVELS[bot].playouts]


@pytest.mark.parametrize(("board", "seats"), BOARDS_AND_SEATS)
def test_bots_of_all_kinds_play_to_the_end_by_the_rules(board: str, seats: int) -> None:
    """B-3: what is not legal is refused. At least one seat searches, and mates of a team mix."""
    facts = engine.load_board(board)
    for number in range(GAMES):
        rng = Random(f"bots {board} {seats} {number}")
        bots = [f"search-{FEW}", *rng.choices([*SEATED, f"search-{FEW}"], k=seats - 1)]
        rng.shuffle(bots)
        chance = engine.Chance.from_seed(f"bots {board} {number}", seats)
        game, events = engine.new_game(facts, seats, chance)
        told = list(events)
        while game.pending:
            seat = rng.choice(sorted(game.pending))
            action = choose_action(bots[seat], engine.view(game, seat), rng)
            assert action in game.legal_actions(seat)
            told += game.play(seat, action, chance)
            check_things(game)
            assert game.turn < 1000, "the bots do not come to an end"
        assert engine.replay(facts, told) == game
