"""The board of a game as PNG, for mails and lists: drawn once however many people look at it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from django.core.cache import cache

import engine
from games.drawing.board_png import board_png, layered_png
from games.drawing.board_svg import board_layers, board_svg, claims_on, closed_on
from games.drawing.built import built_on
from games.drawing.palette import Detail, Theme, seat_tints

MAIL_WIDTH: Final = 1160
"""Twice as many pixels as a mail shows the picture wide, for screens that have them."""
WIDTHS: Final = (300, 600, 900, 1200)
"""Of the pictures that programs ask for: each is kept, so there are few."""
KEEP: Final = 60 * 60 * 24
Drawing = Callable[[], AbstractContextManager[None]]


def width_for(wanted: int) -> int:
    """The smallest of the widths that is not below the wanted one.

    >>> width_for(200), width_for(600), width_for(601), width_for(1200)
    (300, 600, 900, 1200)
    """
    return next(width for width in WIDTHS if width >= wanted)


def empty_board_picture(
    board: engine.Board,
    *,
    theme: Theme,
    width: int,
    detail: Detail = "full",
    drawing: Drawing = nullcontext,
) -> bytes:
    """The empty board as PNG; ``drawing`` as for :func:`board_picture`."""

    def draw() -> bytes:
        svg = board_svg(board, theme=theme, detail=detail)
        return board_png(svg, width)

    return kept_picture(f"empty-board-png:{board.digest}:{theme}:{detail}:{width}", draw, drawing)


def board_picture(
    *,
    table: engine.View,
    theme: Theme,
    width: int = MAIL_WIDTH,
    wanted: Collection[str] = (),
    drawing: Drawing = nullcontext,
) -> bytes:
    """The board as PNG as everybody may see it, in pixels of ``width``.

    ``table`` is a spectator's view. Round the ``wanted`` cities stand rings: these are of the hand
    of one reader, and nobody else may be shown the picture. It is kept under what it shows: a turn
    that changes nothing on the board draws nothing again. It is drawn within ``drawing``, which
    may refuse.
    """
    layers = board_layers(
        table.board,
        claims=claims_on(table),
        closed=closed_on(table),
        built=built_on(table),
        tints=seat_tints(table.teams),
        theme=theme,
        detail="small",
        wanted=wanted,
        recede=table.outcome is not None,
    )
    key = f"board-png:{hashlib.sha256(layers.shown.encode()).hexdigest()}:{width}"
    return kept_picture(key, lambda: layered_png(layers, width), drawing)


def kept_picture(key: str, draw: Callable[[], bytes], drawing: Drawing) -> bytes:
    """A picture from the cache, or else drawn within ``drawing`` and kept for a day."""
    picture: bytes | None = cache.get(key)
    if picture is None:
        with drawing():
            picture = draw()
        cache.set(key, picture, KEEP)
    return picture
