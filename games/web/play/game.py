"""The page of a game: what there is to decide, the board, everybody's numbers, the log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games.tables.models import GameStatus
from games.web.play.freshness import not_modified, stamped, tag_of
from games.web.play.game_page import game_page
from games.web.play.sitting import sitting


@require_safe
def game(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if at.game.status == GameStatus.OPEN:
        return redirect("lobby" if at.seat else "join-game", *([] if at.seat else [code]))
    if not at.begun:
        return render(request, "web/play/game_cancelled.html", {"game": at.game, "board": at.board})
    moment = now()
    tag = tag_of(request, at, moment)
    unchanged = not_modified(request, tag)
    if unchanged:
        return unchanged
    return stamped(render(request, "web/play/game.html", game_page(request, at, moment)), tag)
