"""Small databases of the kind that load is measured on."""

from __future__ import annotations

from tests.fixtures.games import NOW
from tools.load.population import make_games


class Silence:
    """A screen on which nobody looks."""

    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def flush(self) -> None:
        pass


def fill(games: int) -> None:
    """Fill the database with copies of two games."""
    make_games(games, now=NOW, screen=Silence(), templates=2)
