"""The pages of boards: all of them, one of them, and its picture."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.accounts.rate_limits import DRAWING, dear_work
from games.drawing.game_png import empty_board_picture
from games.facts.tickets import city_pair, ticket_worth
from games.language.bots import GENTLE, level_lines
from games.language.mechanics import mechanics_of
from games.web.parts.map_key import key_facts
from games.web.parts.pictures import draw_empty_board
from games.web.parts.requests import board_or_404
from games.web.parts.route_table import board_rows
from games.web.site.board_figures import board_figures, board_line, board_lines
from games.web.site.boards import boards_in_order


@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    lines = board_lines(boards_in_order())
    return render(request, "web/site/boards.html", {"boards": lines})


@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    shown = board_or_404(key)
    tickets = [
        (city_pair(shown, ticket), ticket_worth(ticket), ticket.long)
        for ticket in shown.tickets.values()
    ]
    return render(
        request,
        "web/site/board.html",
        {
            **key_facts(shown),
            "line": board_line(shown),
            "mechanics": mechanics_of(shown),
            "figures": board_figures(shown),
            "levels": level_lines(),
            "gentle": GENTLE,
            "board_svg": draw_empty_board(shown),
            "rows": board_rows(shown),
            "tickets": sorted(tickets),
        },
    )


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24)
def board_picture(request: HttpRequest, key: str) -> HttpResponse:
    image = empty_board_picture(
        board_or_404(key),
        theme="light",
        width=600,
        detail="small",
        drawing=lambda: dear_work(request, DRAWING, request.user.pk),
    )
    return HttpResponse(image, content_type="image/png")
