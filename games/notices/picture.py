"""The board as a picture inside a mail, drawn once however many people get it."""

from __future__ import annotations

from django.core.cache import cache

import engine
from engine.board.picture import load_picture
from games.drawing.palette import Theme, liveries
from games.drawing.png import board_png
from games.drawing.svg import board_svg, claims_on, closed_on
from games.people.models import Theme as Preference
from games.tables.models import Game

WIDTH = 600
KEEP = 60 * 60 * 24


def theme_for(preference: str) -> Theme:
    """Gets the colours of the picture: a mail program cannot be asked which it shows."""
    return "dark" if preference == Preference.DARK else "light"


def board_picture(*, game: Game, table: engine.View, theme: Theme) -> bytes:
    """Gets the board as PNG as everybody may see it; ``table`` is a spectator's view."""
    key = f"board-png:{game.code}:{table.seq}:{theme}:{WIDTH}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        svg = board_svg(
            table.board,
            load_picture(table.board.key),
            claims=claims_on(table),
            closed=closed_on(table),
            liveries=liveries(table.teams),
            theme=theme,
            detail="small",
        )
        picture = board_png(svg, WIDTH)
        cache.set(key, picture, KEEP)
    return picture
