"""Games of teams to test with."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Keep
from engine.errors import IllegalAction
from tests.engine.positions import UnshuffledChance

ASIA = "team-asia"


def deal(seats: int = 4, seed: int = 1, **more: object) -> engine.Game:
    chance = engine.Chance.from_seed(seed, seats)
    return engine.new_game(engine.load_board(ASIA), seats, chance, **more)[0]  # type: ignore[arg-type]


def refusal(game: engine.Game, seat: int, action: engine.Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        game.play(seat, action, UnshuffledChance())
    assert action not in game.legal_actions(seat)
    return refused.value


def choose(game: engine.Game, *seats: int) -> None:
    for seat in seats:
        game.play(seat, Keep(game.offered[seat][:3]), UnshuffledChance())
