"""A finished game on pages of others: the frame, and the oEmbed that finds it.

Neither asks who the reader is.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.language.boards import board_name
from games.sharing.score_cards import preview
from games.web.parts.framing import FIVE_MINUTES, framed_page
from games.web.parts.game_context import GameContext
from games.web.parts.pictures import draw_board
from games.web.parts.requests import parse_number
from games.web.play.presenters.embed import embeddable_game, embedded_sides, oembed

PAGES: Final = frozenset({"game", "embed-game", "replay"})
"""The pages of a game of which programs may ask what to embed."""
LARGEST: Final = 10_000


@require_safe
@xframe_options_exempt
def embedded_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show the board of a public game that is over, with its result, in a frame of another site."""
    context = embeddable_game(code)
    if context is None:
        raise Http404
    table = context.public_view()
    description = preview(context.game, context.seats).description
    html = render_to_string(
        "web/play/embed.html",
        {
            "game": context.game,
            "board_name": board_name(context.board),
            "board_svg": draw_board(table, recede=True, desc=description),
            "sides": embedded_sides(context, table),
        },
    )
    return framed_page(html)


@require_safe
def oembed_answer(request: HttpRequest) -> HttpResponse:
    """Say how to embed a game: https://oembed.com/. JSON alone, so XML is 501."""
    wanted = request.GET.get("format", "json")
    if wanted != "json":
        status = 501 if wanted == "xml" else 400
        answer = HttpResponse("Ask for format=json.", status=status, content_type="text/plain")
        # A refused request is no fault of the site, which operators would be notified of.
        answer._has_been_logged = True  # type: ignore[attr-defined]
        return answer
    url = request.GET.get("url", "")
    if not url:
        return HttpResponse("Which url?", status=400, content_type="text/plain")
    context = _game_at(url)
    if context is None:
        return HttpResponse(status=404, content_type="text/plain")
    return JsonResponse(
        oembed(context, _size(request, "maxwidth"), _size(request, "maxheight")),
        # Also for scripts of other pages: everybody gets the same.
        headers={
            "Access-Control-Allow-Origin": "*",
            "Cache-Control": f"public, max-age={FIVE_MINUTES}",
        },
    )


def _game_at(url: str) -> GameContext | None:
    try:
        asked, own = urlsplit(url), urlsplit(settings.SITE_URL)
        if (asked.scheme, asked.netloc) != (own.scheme, own.netloc):
            return None
        match = resolve(asked.path if asked.path.endswith("/") else f"{asked.path}/")
    except (ValueError, Resolver404):
        return None
    return embeddable_game(match.kwargs["code"]) if match.url_name in PAGES else None


def _size(request: HttpRequest, name: str) -> int | None:
    """A size that was asked for, None where it is none."""
    asked = parse_number(request.GET.get(name, ""), 9)
    return min(asked, LARGEST) if asked else None
