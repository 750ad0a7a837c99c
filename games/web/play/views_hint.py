"""Ask for a hint."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from games.practice.hints import ask_for_hint, may_have_hints
from games.web.parts.game_context import game_context_or_404
from games.web.parts.players import player_required
from games.web.parts.refusals import show_refusals


@player_required
@require_POST
def ask_hint(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not may_have_hints(context.game, context.seats, context.seat):
        raise Http404
    assert context.seat is not None
    with show_refusals(request):
        ask_for_hint(game=context.game, seat=context.seat.number, now=now())
    return redirect(f"{reverse('game', args=[code])}#hint")
