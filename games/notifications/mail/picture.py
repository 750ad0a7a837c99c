"""The board as a picture inside a mail, drawn once however many people get it."""

from __future__ import annotations

import hashlib

from django.core.cache import cache

import engine
from engine.board.picture import load_picture
from games.drawing.board_png import layered_png
from games.drawing.board_svg import board_layers, claims_on, closed_on
from games.drawing.palette import Theme, seat_tints
from games.people.models import Theme as Preference

WIDTH = 600
KEEP = 60 * 60 * 24


def theme_for(preference: str) -> Theme:
    """The colours of the picture: a mail program cannot be asked which it shows."""
    return "dark" if preference == Preference.DARK else "light"


def board_picture(*, table: engine.View, theme: Theme) -> bytes:
    """The board as PNG as everybody may see it; ``table`` is a spectator's view.

    It is kept under what it shows: a turn that changes nothing on the board draws nothing anew.
    """
    layers = board_layers(
        table.board,
        load_picture(table.board.key),
        claims=claims_on(table),
        closed=closed_on(table),
        tints=seat_tints(table.teams),
        theme=theme,
        detail="small",
    )
    shown = layers.base + layers.tracks + layers.cities
    key = f"board-png:{hashlib.sha256(shown.encode()).hexdigest()}:{WIDTH}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        picture = layered_png(layers, WIDTH)
        cache.set(key, picture, KEEP)
    return picture
