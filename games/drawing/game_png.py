"""The board of a game as PNG, for mails and lists: drawn once however many people look at it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final

from django.core.cache import cache

import engine
from engine.board.picture import load_picture
from games.drawing.board_png import layered_png
from games.drawing.board_svg import board_layers, claims_on, closed_on, stations_on
from games.drawing.palette import Theme, seat_tints

MAIL_WIDTH: Final = 1160
"""Twice as many pixels as a mail shows the picture wide, for screens that have them."""
KEEP: Final = 60 * 60 * 24


def board_picture(
    *,
    table: engine.View,
    theme: Theme,
    width: int = MAIL_WIDTH,
    wanted: Collection[str] = (),
) -> bytes:
    """The board as PNG as everybody may see it, in pixels of ``width``.

    ``table`` is a spectator's view. Round the ``wanted`` cities stand rings: these are of the hand
    of one reader, and nobody else may be shown the picture. It is kept under what it shows: a turn
    that changes nothing on the board draws nothing anew.
    """
    layers = board_layers(
        table.board,
        load_picture(table.board.key),
        claims=claims_on(table),
        closed=closed_on(table),
        stations=stations_on(table),
        tints=seat_tints(table.teams),
        theme=theme,
        detail="small",
        wanted=wanted,
        recede=table.outcome is not None,
    )
    key = f"board-png:{hashlib.sha256(layers.shown.encode()).hexdigest()}:{width}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        picture = layered_png(layers, width)
        cache.set(key, picture, KEEP)
    return picture
