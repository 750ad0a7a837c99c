"""Table talk: all of it on a page of its own, and saying something."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.drawing.palette import liveries
from games.errors import Refused
from games.people.models import Person
from games.talk.say import say
from games.web.play.game_page import addresses
from games.web.play.parts.talk import talk as talk_part
from games.web.play.sitting import Sitting, sitting


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if not at.begun:
        raise Http404
    if request.method != "POST":
        return _page(request, at)
    if not isinstance(request.user, Person):
        return redirect(f"{reverse('account_login')}?next={reverse('talk', args=[code])}")
    typed = request.POST.get("text", "")
    try:
        say(game=at.game, person=request.user, text=typed, now=now())
    except Refused as refusal:
        return _page(request, at, error=str(refusal), typed=typed, status=422)
    return redirect(f"{reverse('game', args=[code])}#talk")


def _page(
    request: HttpRequest, at: Sitting, *, error: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    tints = liveries(at.look().view.teams)
    page = {
        **addresses(at.game.code),
        **talk_part(at, request.user, tints, whole=True),
        "game": at.game,
        "board_name": at.board.name,
        "talk_error": error,
        "talk_typed": typed,
    }
    return render(request, "web/play/talk.html", page, status=status)
