"""Tables to talk at."""

from __future__ import annotations

import pytest

from games.people.models import Person
from games.tables.models import Game
from tests.games.conftest import Starter, keep_all
from tests.games.web.conftest import _still_clock, browse, stack, team_table

__all__ = ["_still_clock", "browse", "stack", "team_table"]


@pytest.fixture
def table(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game
