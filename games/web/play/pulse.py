"""Whether anything happened in a game since its page was made: the open page asks."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods

from games.drawing.palette import liveries
from games.play.seen import mark_present
from games.tables.models import Game
from games.talk.models import Message
from games.talk.selectors import messages_of
from games.web.play.game_page import addresses
from games.web.play.parts.teller import Teller
from games.web.play.sitting import sitting


@require_http_methods(["GET", "HEAD", "POST"])
def pulse(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 204 where nothing happened, else a few words to put on the page.

    A page that is open before somebody who plays asks by POST: turn mails wait meanwhile.
    """
    at = sitting(request, code)
    if request.method == "POST" and at.seat is not None:
        mark_present(seat=at.seat, now=now())
    seen = request.GET.get("seen", "")
    if not at.begun or not seen.isdecimal() or len(seen) > 8:
        raise Http404
    said = _said_since(request, at.game)
    if at.game.version <= int(seen) and said is None:
        return HttpResponse(status=204)
    look = at.look()
    names = [at.names[seat] for seat in range(look.view.seats)]
    teller = Teller(look.view.board, names, look.view.seat, liveries(look.view.teams))
    lines = [told for told in look.story(after=int(seen)) if teller.line(told)]
    response = render(
        request,
        "web/play/pulse.html",
        {
            **addresses(code),
            "latest": teller.sentence(lines[-1]) if lines else "",
            "said": said,
            "my_move": look.view.seat in look.view.pending and look.view.outcome is None,
        },
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _said_since(request: HttpRequest, game: Game) -> Message | None:
    """Gets the latest message that the page does not show yet; pages that do not ask have none."""
    known = request.GET.get("said", "")
    if not known.isdecimal() or len(known) > 15:
        return None
    said = messages_of(game).filter(pk__gt=int(known), removed_at=None, author__isnull=False)
    return said.exclude(author=request.user.pk).last()
