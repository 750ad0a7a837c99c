"""Whether anything happened in a game since its page was made: the open page asks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.drawing.palette import liveries
from games.web.game_page import addresses
from games.web.parts.teller import Teller
from games.web.sitting import sitting


@require_safe
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Answers 204 where nothing happened, else a few words to put on the page."""
    at = sitting(request, code)
    seen = request.GET.get("seen", "")
    if not at.begun or not seen.isdecimal() or len(seen) > 8:
        raise Http404
    if at.game.version <= int(seen):
        return HttpResponse(status=204)
    look = at.look()
    names = [at.names[seat] for seat in range(look.view.seats)]
    teller = Teller(look.view.board, names, look.view.seat, liveries(look.view.teams))
    lines = [told for told in look.story(after=int(seen)) if teller.line(told)]
    response = render(
        request,
        "web/pulse.html",
        {
            **addresses(code),
            "latest": teller.sentence(lines[-1]) if lines else "",
            "my_move": look.view.seat in look.view.pending and look.view.outcome is None,
        },
    )
    response["Cache-Control"] = "private, no-store"
    return response
