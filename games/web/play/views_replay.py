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
from games.drawing.palette import seat_tints
from games.log import RedactedEvent
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import GameContext, game_context_or_404
from games.web.parts.pictures import draw_board
from games.web.play.presenters.game_page import CLAIM_EVENTS, game_urls, public_facts
from games.web.play.presenters.holdings import (
    all_holdings,
    hand_piles,
    rack_piles,
    rack_size,
    tickets_in_hand,
    tickets_in_rack,
)
from games.web.play.presenters.players import player_lines
from games.web.play.presenters.results import final_scores
from games.web.play.presenters.timeline import timeline_charts, timeline_rows
from games.web.play.presenters.tunnel import tunnel_panel, tunnel_tracks

LINES_AROUND = 5
"""How many lines of the log stand before and after the moment that is shown."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """Where one can go from a moment: event numbers, None where there is nothing further."""

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
    at = game_context_or_404(request, code)
    if not at.begun:
        raise Http404
    last = at.look().view.seq
    response = render(request, "web/play/replay.html", _page(at, _requested_seq(request, at, last)))
    response["Cache-Control"] = "private, no-cache"
    return response


def _requested_seq(request: HttpRequest, at: GameContext, last: int) -> int:
    """The moment that the address names: the last of a running game if it names none."""
    asked = request.GET.get("at", "")
    if not asked:
        return 0 if at.over else last
    if not asked.isdecimal() or len(asked) > 8 or int(asked) > last:
        raise Http404
    return int(asked)


def _page(at: GameContext, seq: int) -> dict[str, Any]:
    view = at.look_back(at=seq)
    look = at.look()
    names = at.names
    by_seat = [names[seat] for seat in range(view.seats)]
    teller = EventFormatter(view.board, by_seat, view.seat, seat_tints(view.teams))
    stops = [told for told in look.story() if teller.line(told)]
    here = max((told.seq for told in stops if told.seq <= seq), default=0)
    milestones = log.milestones_of(at.game)
    return {
        **game_urls(at.game.code),
        **public_facts(at, view, now()),
        "at": seq,
        "here": here,
        "last": look.view.seq,
        "turn": view.turn,
        "turns": look.view.turn,
        "steps": _steps([told.seq for told in stops], milestones, here),
        "stops": _around(stops, here, teller),
        "board_svg": draw_board(
            view, highlight=_claimed_tracks(look.story(), here) or tunnel_tracks(view)
        ),
        "order": player_lines(view, names, at.bots, at.pages),
        "tunnel": tunnel_panel(view, names),
        "all_held": all_holdings(view, names) if at.over else None,
        "hand": None if at.over else hand_piles(view),
        "hand_size": view.hand_sizes[view.seat] if view.seat is not None else 0,
        "rack": None if at.over else rack_piles(view),
        "rack_size": rack_size(view),
        "tickets": tickets_in_hand(view),
        "team_tickets": tickets_in_rack(view),
        "sides": final_scores(view, names),
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


def _around(stops: Sequence[RedactedEvent], here: int, teller: EventFormatter) -> list[ReplayLine]:
    index = next((number for number, told in enumerate(stops) if told.seq == here), 0)
    shown = stops[max(0, index - LINES_AROUND) : index + LINES_AROUND + 1]
    return [ReplayLine(told.seq, teller.sentence(told), told.seq == here) for told in shown]


def _claimed_tracks(story: Sequence[RedactedEvent], here: int) -> list[str]:
    return [told.data["track"] for told in story if told.seq == here and told.type in CLAIM_EVENTS]
