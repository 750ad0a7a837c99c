"""Replay: a game at any event, as the reader knew it then; everything once it is over."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.accounts.rate_limits import REPLAY, dear_work
from games.readers.past_decision import past_decision
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.players import player_of
from games.web.parts.requests import parse_number
from games.web.play.presenters.past_decision import past_decision_page
from games.web.play.presenters.replay_page import replay_page


@require_safe
@cache_control(private=True, no_cache=True)
def replay(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not context.has_log:
        raise Http404
    with dear_work(request, REPLAY, request.user.pk):
        page = replay_page(context, _requested_seq(request, context), player_of(request))
        return render(request, "web/play/replay.html", page)


@require_safe
@cache_control(private=True, no_cache=True)
def decision_view(request: HttpRequest, code: str) -> HttpResponse:
    """The view and choices of a seat at a moment: one's own seat, or any once the game is over."""
    context = game_context_or_404(request, code)
    at = parse_number(request.GET.get("at", ""), 8)
    seat = parse_number(request.GET.get("seat", ""), 2)
    past = None
    if context.has_log and at is not None and seat is not None:
        with dear_work(request, REPLAY, request.user.pk):
            past = past_decision(context, at=at, seat=seat)
    if past is None or at is None:
        raise Http404
    return render(request, "web/play/past_decision.html", past_decision_page(context, past, at))


def _requested_seq(request: HttpRequest, context: GameContext) -> int | None:
    """The event that the address names; without one the first of a game that is over, else None."""
    asked = request.GET.get("at", "")
    if not asked:
        return 0 if context.is_over else None
    seq = parse_number(asked, 8)
    if seq is None or seq > context.snapshot().view.seq:
        raise Http404
    return seq
