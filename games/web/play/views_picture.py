"""The board of a game as a small picture."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games import log
from games.accounts.rate_limits import DRAWING, dear_work
from games.drawing.game_png import board_picture
from games.drawing.palette import Theme
from games.facts.views import public_view
from games.tables.models import GameStatus
from games.web.parts.game_context import game_context_or_404

WIDTH: Final = 400
"""Of the picture in pixels; pages show it half as wide."""
KEEP: Final = 60 * 60 * 24 * 365


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Show the present board for the reader, with what everybody may know.

    ``v`` in the address is the seq of the last event: a picture of that event stays as it is.
    """
    game = game_context_or_404(request, code).game
    if game.status == GameStatus.OPEN or game.version < 0:
        raise Http404
    table = public_view(log.load(game))
    theme: Theme = "dark" if request.GET.get("theme") == "dark" else "light"
    image = board_picture(
        table=table,
        theme=theme,
        width=WIDTH,
        drawing=lambda: dear_work(request, DRAWING, request.user.pk),
    )
    response = HttpResponse(image, content_type="image/png")
    if request.GET.get("v") == str(table.seq):
        patch_cache_control(response, private=True, max_age=KEEP, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response
