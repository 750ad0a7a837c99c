"""Plans leave few decisions to people: simulated authors, with the seeds of the figures."""

from __future__ import annotations

from statistics import mean

import pytest

import engine
from tests.engine.plans.authors import play


@pytest.mark.parametrize(
    ("board", "seats", "most"),
    [("usa", 4, 35), ("usa", 2, 16), ("japan", 4, 45), ("team-asia", 4, 40), ("europe", 3, 30)],
)
def test_a_game_asks_few_decisions_of_people_with_plans(board: str, seats: int, most: int) -> None:
    games = [play(engine.load_board(board), seats, seed, range(seats)) for seed in range(2)]
    assert mean(game.asked.total() for game in games) <= most


def test_plans_that_only_draw_leave_the_claims_to_people() -> None:
    played = play(engine.load_board("usa"), 2, 1, range(2), claims=False)
    assert played.asked["ready"] > 10
    assert played.asked.total() < 0.75 * played.game.turn
