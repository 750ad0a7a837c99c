"""The invariants over random games; `make soak` does the same with a thousand games a table."""

from __future__ import annotations

import os
import random

import pytest

import engine
from tests.engine.invariants import BOARDS_AND_SEATS, another_world, check_game, random_game
from tests.thinning import cases

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("NIGHT_MAIL_SOAK_GAMES", cases(2, 8)))
PARTS = 4
"""Each table is played in this many parts, so that two cores share the work evenly."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("board", "seats"), BOARDS_AND_SEATS)
def test_random_games_keep_every_invariant(board: str, seats: int, part: int) -> None:
    """B-1, B-2, B-15, J-1, P-2: things, texts, views and replay, after every step."""
    facts = engine.load_board(board)
    for seed in range(part, GAMES, PARTS):
        check_game(facts, seats, seed)


def test_the_other_world_does_differ() -> None:
    """The test above would prove nothing if the worlds were the same."""
    for game, _, _, _ in random_game(engine.load_board("usa"), 3, 5):
        if game.turn == 20:
            world = another_world(game, 0, random.Random(1))
            assert world != game
            assert engine.view(game, 1) != engine.view(world, 1)
            return
