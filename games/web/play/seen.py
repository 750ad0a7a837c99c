"""Marking the log of a game as read."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.play.seen import mark_seen
from games.web.play.sitting import sitting


@login_required
@require_POST
def seen(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    seq = request.POST.get("seq", "")
    if at.seat and seq.isdecimal():
        mark_seen(seat=at.seat, seq=min(int(seq[:9]), at.game.version))
    return redirect("game", code)
