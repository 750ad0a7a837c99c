"""The record of a game as a file: complete once it is over, a redacted view before."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games import log
from games.web.play.game_page import record_name
from games.web.play.sitting import sitting


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if not at.begun:
        raise Http404
    if at.over:
        at.game.refresh_from_db(fields=["secret"])
    lines = log.export_record(at.game, seat=at.number)
    response = HttpResponse(
        "".join(f"{line}\n" for line in lines), "application/jsonl; charset=utf-8"
    )
    name = record_name(at) if at.over else f"night-mail-{code}-view.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
