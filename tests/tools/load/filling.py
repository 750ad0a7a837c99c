"""Small databases of the kind that load is measured on."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

from tests.fixtures.games import NOW
from tools.load import population
from tools.load.templates import Template, play_templates


def fill(games: int) -> None:
    """Fill the database with copies of two games, which bots play once for all tests."""
    with patch.object(population, "play_templates", _played):
        population.make_games(games, now=NOW, templates=2)


@cache
def _played(count: int) -> list[Template]:
    return list(play_templates(count))
