"""How to read the map: the same for everybody who reads the language, at the table or beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine import Board


@lru_cache(maxsize=64)
def map_key(board: Board, language: str | None, *, seated: bool) -> SafeString:
    """The key of a board in the active language, which is ``language``; drawn once."""
    return render_to_string("web/parts/map_key.html", {**key_facts(board), "seated": seated})


def key_facts(board: Board) -> dict[str, Any]:
    """What web/parts/map_key.html asks of a board."""
    return {
        "board": board,
        "has_tunnels": board.has_tunnels,
        "turned_up": max(track.turns_up for track in board.tracks.values()),
    }
