"""A board as it lies on the table before the game: its picture, its routes, its tickets."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import engine
from games.web.parts import words
from games.web.parts.board import empty_picture
from games.web.parts.route_table import board_rows


@require_safe
def board(request: HttpRequest, key: str) -> HttpResponse:
    if key not in engine.board_names():
        raise Http404
    shown = engine.load_board(key)
    tickets = [
        (words.ticket_name(shown, ticket), ticket.points) for ticket in shown.tickets.values()
    ]
    return render(
        request,
        "web/board.html",
        {
            "board": shown,
            "board_svg": empty_picture(shown),
            "rows": board_rows(shown),
            "has_tunnels": any(track.turns_up for track in shown.tracks.values()),
            "tickets": sorted(tickets),
            "others": [engine.load_board(name) for name in engine.board_names() if name != key],
        },
    )
