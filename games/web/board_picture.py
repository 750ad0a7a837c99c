"""The board as a small picture of its own, for the pages that only hint at it."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import engine
from engine.board.picture import load_picture
from games.drawing.png import board_png
from games.drawing.svg import board_svg


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24)
def board_picture(request: HttpRequest, key: str) -> HttpResponse:
    if key not in engine.board_names():
        raise Http404
    return HttpResponse(_drawn(key), content_type="image/png")


@cache
def _drawn(key: str) -> bytes:
    board = engine.load_board(key)
    return board_png(board_svg(board, load_picture(key), theme="light", detail="small"))
