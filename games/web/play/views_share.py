"""Pictures of a game, and what shares it: picture, animation, the secret link of a private one."""

from __future__ import annotations

from functools import partial
from typing import Final

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games import log
from games.accounts.rate_limits import DRAWING, dear_work
from games.common.links import site_url
from games.drawing.game_png import board_picture
from games.drawing.palette import Theme
from games.facts.views import public_view
from games.language.boards import board_name
from games.log import horizon
from games.people.models import Person
from games.sharing.animations import (
    animation_data,
    animation_of,
    ask_for_animation,
    may_have_animation,
)
from games.sharing.pictures import shared_picture
from games.sharing.secret_links import (
    game_of_token,
    link_of,
    make_link,
    may_have_link,
    revoke_link,
)
from games.tables.models import GameStatus
from games.web.parts.buttons import button
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.pictures import draw_board
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import tagged
from games.web.play.presenters.embed import snippet
from games.web.play.presenters.game_page import page_header, table_state
from games.web.play.presenters.results import final_panel
from games.web.play.presenters.social import is_embeddable, secret_card

SMALL_WIDTH: Final = 400
"""Of the small picture in pixels; pages show it half as wide."""
A_DAY: Final = 60 * 60 * 24
A_YEAR: Final = 365 * A_DAY
FIVE_MINUTES: Final = 300


@require_safe
@cache_control(private=True, no_store=True)
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Show what of a game can be shared, and how far its animation has come."""
    context = _sharable(request, code)
    game = context.game
    token = link_of(game) if context.seat and may_have_link(game) else None
    film = animation_of(game, context.seats) if may_have_animation(game) else None
    shown = {
        **page_header(context),
        "may_have_animation": may_have_animation(game),
        "film": film,
        "percent": 100 * film.painted // film.frames if film and film.frames else 0,
        "public_url": site_url("game", code) if game.public else "",
        "may_have_link": context.seat is not None and may_have_link(game),
        "secret_url": site_url("shared", token) if token else "",
        "snippet": snippet(context) if is_embeddable(game) else "",
    }
    return render(request, "web/play/share.html", shown)


@require_safe
def small_picture(request: HttpRequest, code: str) -> HttpResponse:
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
        width=SMALL_WIDTH,
        drawing=lambda: dear_work(request, DRAWING, request.user.pk),
    )
    response = png(image)
    if request.GET.get("v") == str(table.seq):
        patch_cache_control(response, private=True, max_age=A_YEAR, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def share_picture(request: HttpRequest, code: str) -> HttpResponseBase:
    context = _sharable(request, code)
    # Also for its players: those who see the picture elsewhere are spectators.
    horizon.limit(context.game, context.seats, now=now())
    response = _picture(request, context)
    if response.status_code not in (200, 304):
        return response
    if not context.game.public:
        patch_cache_control(response, private=True, no_cache=True)
    elif request.GET.get("v") == str(context.game.version):
        # Names may change, so not for ever.
        patch_cache_control(response, public=True, max_age=A_DAY)
    else:
        patch_cache_control(response, public=True, max_age=FIVE_MINUTES)
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def animation_file(request: HttpRequest, code: str) -> HttpResponseBase:
    return _animation(request, _sharable(request, code))


@login_required
@require_POST
def animation(request: HttpRequest, code: str) -> HttpResponse:
    """Have the animation made."""
    context = _sharable(request, code)
    with show_refusals(request):
        if consume(request, action="animation", user=request.user):
            ask_for_animation(game=context.game, now=now())
        else:
            messages.error(request, _("That was the last animation for today. Come back tomorrow."))
    return redirect("share", code)


@button("share", "code")
def make_secret_link(request: HttpRequest, person: Person, code: str) -> str:
    context = _sharable(request, code)
    make_link(game=context.game, seat=context.seat, now=now())
    return _("The secret link is ready to copy.")


@button("share", "code")
def revoke_secret_link(request: HttpRequest, person: Person, code: str) -> str:
    context = _sharable(request, code)
    revoke_link(game=context.game, seat=context.seat)
    return _("The secret link no longer opens anything.")


@require_safe
def shared_game(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show a private game to anyone with its secret link: what spectators may know, read-only."""
    context = _by_token(token)
    view = context.public_view()
    game = context.game
    shown = {
        "state": table_state(context, view, now()),
        "game": game,
        "board_name": board_name(context.board),
        "board_svg": draw_board(view),
        "final": final_panel(view, context.names),
        "lines": context.formatter(view).html_items(context.snapshot().events()),
        "token": token,
        "has_film": may_have_animation(game) and animation_data(game, context.seats) is not None,
        "social": secret_card(game, context.seats, token),
    }
    return _unlisted(render(request, "web/play/shared.html", shown))


@require_safe
def shared_picture_file(request: HttpRequest, token: str) -> HttpResponseBase:
    return _unlisted(_picture(request, _by_token(token)))


@require_safe
def shared_animation(request: HttpRequest, token: str) -> HttpResponseBase:
    return _unlisted(_animation(request, _by_token(token)))


def _sharable(request: HttpRequest, code: str) -> GameContext:
    context = game_context_or_404(request, code)
    if not context.has_log or context.game.practice:
        raise Http404
    return context


def _by_token(token: str) -> GameContext:
    """The game that a secret link opens, as a spectator finds it, signed in or not."""
    game = game_of_token(token)
    if game is None:
        raise Http404
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    horizon.limit(game, seats, now=now())
    return GameContext(game, seats, None)


def _picture(request: HttpRequest, context: GameContext) -> HttpResponseBase:
    picture = shared_picture(context.game, context.seats)
    drawing = partial(dear_work, request, DRAWING, request.user.pk)
    return tagged(request, picture.tag, lambda: png(picture.png(drawing)))


def _animation(request: HttpRequest, context: GameContext) -> HttpResponseBase:
    found = animation_data(context.game, context.seats) if context.is_over else None
    if found is None:
        raise Http404
    data, digest = found
    return tagged(request, digest, lambda: png(data))


def png(data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type="image/png")


def _unlisted(response: HttpResponseBase) -> HttpResponseBase:
    """Let nobody keep, list or pass on what a secret link opened: its address is a key."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    # The host alone: without any, browsers leave out what the forms of the page are checked by.
    response["Referrer-Policy"] = "strict-origin"
    return response
