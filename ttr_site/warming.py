"""Preparation of everything that processes for pages share, before any of them is forked.

Decision 182 says why.
"""

from __future__ import annotations

from pathlib import Path


def warm_up() -> None:
    """Import all pages, read their templates and draw the empty boards.

    The first visitors of a process do not wait for it, and the processes share its memory.
    """
    from django.conf import settings
    from django.template import engines
    from django.urls import reverse

    from engine.board import board_names, load_board
    from engine.board.picture import load_picture
    from games.drawing.canvas import canvas_for
    from games.web.parts.pictures import PAGE_THEME

    # Resolving the first URL imports all pages.
    reverse("home")
    folder = Path(settings.BASE_DIR, "templates")
    for file in sorted(folder.rglob("*.html")):
        engines["django"].get_template(file.relative_to(folder).as_posix())
    for name in board_names():
        canvas_for(load_board(name), load_picture(name), PAGE_THEME, "full")
