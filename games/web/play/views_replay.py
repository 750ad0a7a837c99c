"""Replay: a game at any event, as the reader knew it then; everything once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from games import log
from games.log import RedactedEvent
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.pictures import draw_board
from games.web.parts.requests import parse_number
from games.web.play.presenters.game_page import CLAIM_EVENTS, page_header, public_facts
from games.web.play.presenters.holdings import all_holdings, reader_holdings
from games.web.play.presenters.players import player_lines
from games.web.play.presenters.results import final_scores
from games.web.play.presenters.timeline import timeline_charts, timeline_rows
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks

LINES_AROUND = 5
"""The number of log lines before and after the moment that is shown."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """Steps from a moment: event numbers, None where there is nothing further."""

    first: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """A line of the log with the moment that it leads to."""

    seq: int
    line: SafeString
    here: bool


@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    context = game_context_or_404(request, code)
    if not context.has_log:
        raise Http404
    last = context.snapshot().view.seq
    response = render(
        request, "web/play/replay.html", _page(context, _requested_seq(request, context, last))
    )
    response["Cache-Control"] = "private, no-cache"
    return response


def _requested_seq(request: HttpRequest, context: GameContext, last: int) -> int:
    """The moment that the address names: the last of a running game if it names none."""
    asked = request.GET.get("at", "")
    if not asked:
        return 0 if context.is_over else last
    seq = parse_number(asked, 8)
    if seq is None or seq > last:
        raise Http404
    return seq


def _page(context: GameContext, seq: int) -> dict[str, Any]:
    view = context.view_at(seq=seq)
    snapshot = context.snapshot()
    names = context.names
    formatter = context.formatter(view)
    stops = [event for event in snapshot.events() if formatter.sentence(event)]
    here = max((event.seq for event in stops if event.seq <= seq), default=0)
    milestones = log.milestones_of(context.game)
    return {
        **page_header(context),
        **public_facts(context, view, now()),
        "at": seq,
        "here": here,
        "last": snapshot.view.seq,
        "turn": view.turn,
        "turns": snapshot.view.turn,
        "steps": _steps([event.seq for event in stops], milestones, here),
        "stops": _around(stops, here, formatter),
        "board_svg": draw_board(
            view, highlight=_claimed_tracks(snapshot.events(), here) or tunnel_tracks(view)
        ),
        "order": player_lines(view, names, context.bots, context.player_urls),
        "tunnel": tunnel_panel(view, names),
        "all_held": all_holdings(view, names) if context.is_over else None,
        **reader_holdings(view, hidden=context.is_over),
        "scores": final_scores(view, names),
        "charts": timeline_charts(milestones, view),
        "rows": timeline_rows(milestones, view),
    }


def _steps(stops: Sequence[int], milestones: Sequence[log.Milestone], here: int) -> ReplaySteps:
    turns = [mark.seq for mark in milestones]
    before = [seq for seq in stops if seq < here]
    after = [seq for seq in stops if seq > here]
    return ReplaySteps(
        first=before[0] if before else None,
        turn_before=max((seq for seq in turns if seq < here), default=None),
        before=before[-1] if before else None,
        after=after[0] if after else None,
        turn_after=min((seq for seq in turns if seq > here), default=None),
        last=after[-1] if after else None,
    )


def _around(
    stops: Sequence[RedactedEvent], here: int, formatter: EventFormatter
) -> list[ReplayLine]:
    index = next((number for number, event in enumerate(stops) if event.seq == here), 0)
    shown = stops[max(0, index - LINES_AROUND) : index + LINES_AROUND + 1]
    return [ReplayLine(event.seq, formatter.html(event), event.seq == here) for event in shown]


def _claimed_tracks(events: Sequence[RedactedEvent], here: int) -> list[str]:
    return [
        event.data["track"] for event in events if event.seq == here and event.type in CLAIM_EVENTS
    ]
