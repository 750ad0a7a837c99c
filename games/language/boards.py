"""Names of boards in the active language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_lazy

from engine.board import Board

NAMES: Final = (
    gettext_lazy("Europe"),
    gettext_lazy("India"),
    gettext_lazy("Japan"),
    gettext_lazy("Lantern Island"),
    gettext_lazy("Legendary Asia"),
    gettext_lazy("Nordic Countries"),
    gettext_lazy("Switzerland"),
    gettext_lazy("Team Asia"),
    gettext_lazy("USA"),
)
"""Names that have translations; other boards have the one of their file everywhere."""


def board_name(board: Board) -> str:
    """The name of a board."""
    return gettext(board.name)
