"""The whole log of a game, as a page of its own and as what the page of the game unfolds."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.drawing.palette import liveries
from games.web.play.game_page import addresses
from games.web.play.parts.teller import Teller
from games.web.play.sitting import sitting


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if not at.begun:
        raise Http404
    look = at.look()
    names = [at.names[seat] for seat in range(look.view.seats)]
    teller = Teller(look.view.board, names, look.view.seat, liveries(look.view.teams))
    page = {
        **addresses(code),
        "game": at.game,
        "board_name": look.view.board.name,
        "lines": teller.items(look.story()),
    }
    response = render(request, "web/play/story.html", page)
    response["Cache-Control"] = "private, no-cache"
    return response
