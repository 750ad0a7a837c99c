"""The planner of 0.3.0, by which strength is measured, plays as it did then."""

from __future__ import annotations

import hashlib
import json
from random import Random

import pytest

import engine
from engine import wire
from engine.bots import BOTS, bot_named, choose_action

NAME = "planner-1"


def decisions(board: str, seats: int) -> list[str]:
    """The decisions of the bot in a game: with the fewest seats on all of them, else on half."""
    facts = engine.load_board(board)
    alone = seats == min(facts.seat_counts)
    bots = [NAME if alone or seat % 2 == 0 else "random" for seat in range(seats)]
    seed = f"{NAME} {board} {seats}"
    chance = engine.Chance.from_seed(seed, seats)
    dice = [Random(f"{seed} {seat}") for seat in range(seats)]
    game, _ = engine.new_game(facts, seats, chance)
    found = []
    while game.pending:
        seat = next(iter(game.pending))
        action = choose_action(bots[seat], engine.view(game, seat), dice[seat])
        if bots[seat] == NAME:
            found.append(f"{seat} {json.dumps(wire.encode_action(action), sort_keys=True)}\n")
        game.play(seat, action, chance)
    return found


@pytest.mark.parametrize(
    ("board", "seats", "count", "digest"),
    [
        ("europe", 2, 136, "0c4dc000e32d188b"),
        ("europe", 5, 183, "1803d5451a51bd01"),
        ("india", 2, 121, "0cd9adc942ac16ef"),
        ("india", 4, 119, "4af27ee6f25f6262"),
        ("japan", 2, 138, "97ed35905be8f452"),
        ("japan", 5, 118, "59f61fadd572b97c"),
        ("lantern-island", 2, 73, "d6f3404f5a27c701"),
        ("lantern-island", 3, 60, "736b0d1c888ad7a3"),
        ("legendary-asia", 2, 96, "2c61cf8a228e3200"),
        ("legendary-asia", 5, 155, "a72683b61300d699"),
        ("nordic", 2, 142, "1be6dfa4d194b498"),
        ("nordic", 3, 139, "4472def788756623"),
        ("switzerland", 2, 129, "0de81082823dc131"),
        ("switzerland", 3, 109, "3ac6d873f8e5965e"),
        ("team-asia", 4, 226, "2a434c09abbfdaac"),
        ("team-asia", 6, 190, "353c2779010904cf"),
        ("usa", 2, 128, "dd1e0537d671ee60"),
        ("usa", 5, 176, "b6ba4b1ccd4221b6"),
    ],
)
def test_it_decides_as_at_commit_e7854f46(board: str, seats: int, count: int, digest: str) -> None:
    """The digests were taken there, of the bot that was called planner."""
    found = decisions(board, seats)
    assert len(found) == count
    assert hashlib.sha256("".join(found).encode()).hexdigest()[:16] == digest


def test_it_is_offered_to_nobody_and_found_by_name() -> None:
    assert NAME not in BOTS
    assert bot_named(NAME) is not bot_named("planner")
