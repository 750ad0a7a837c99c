"""The game whose log is looked at."""

from __future__ import annotations

import pytest

from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, keep_all


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """It is Alice's turn, in seat 0."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    return game
