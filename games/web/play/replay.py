"""Stepping through a game: any moment of it, as the reader knew it then; all of it once over."""

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
from games.drawing.palette import liveries
from games.log import Told
from games.web.parts.board import picture_of
from games.web.play.game_page import CLAIMS, addresses, table_facts
from games.web.play.parts.course import charts, course_rows
from games.web.play.parts.hand import hand, rack, rack_size
from games.web.play.parts.players import players
from games.web.play.parts.revealed import everything_held
from games.web.play.parts.scores import final_table
from games.web.play.parts.teller import Teller
from games.web.play.parts.tickets import in_hand, in_rack
from games.web.play.parts.tunnel import entered, tunnel
from games.web.play.sitting import Sitting, sitting

AROUND = 5
"""How many lines of the log stand before and after the moment that is shown."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Where one can go from a moment: event numbers, None where there is nothing further."""

    first: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """A line of the log with the moment that it leads to."""

    seq: int
    line: SafeString
    here: bool


@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    at = sitting(request, code)
    if not at.begun:
        raise Http404
    last = at.look().view.seq
    response = render(request, "web/play/replay.html", _page(at, _asked(request, at, last)))
    response["Cache-Control"] = "private, no-cache"
    return response


def _asked(request: HttpRequest, at: Sitting, last: int) -> int:
    """Gets the moment that the address names: the last of a running game if it names none."""
    asked = request.GET.get("at", "")
    if not asked:
        return 0 if at.over else last
    if not asked.isdecimal() or len(asked) > 8 or int(asked) > last:
        raise Http404
    return int(asked)


def _page(at: Sitting, seq: int) -> dict[str, Any]:
    view = at.look_back(at=seq)
    look = at.look()
    names = at.names
    by_seat = [names[seat] for seat in range(view.seats)]
    teller = Teller(view.board, by_seat, view.seat, liveries(view.teams))
    stops = [told for told in look.story() if teller.line(told)]
    here = max((told.seq for told in stops if told.seq <= seq), default=0)
    milestones = log.course(at.game)
    return {
        **addresses(at.game.code),
        **table_facts(at, view, now()),
        "at": seq,
        "here": here,
        "last": look.view.seq,
        "turn": view.turn,
        "turns": look.view.turn,
        "steps": _steps([told.seq for told in stops], milestones, here),
        "stops": _around(stops, here, teller),
        "board_svg": picture_of(view, highlight=_lit(look.story(), here) or entered(view)),
        "order": players(view, names, at.bots, at.pages),
        "tunnel": tunnel(view, names),
        "all_held": everything_held(view, names) if at.over else None,
        "hand": None if at.over else hand(view),
        "hand_size": view.hand_sizes[view.seat] if view.seat is not None else 0,
        "rack": None if at.over else rack(view),
        "rack_size": rack_size(view),
        "tickets": in_hand(view),
        "team_tickets": in_rack(view),
        "sides": final_table(view, names),
        "charts": charts(milestones, view),
        "rows": course_rows(milestones, view),
    }


def _steps(stops: Sequence[int], milestones: Sequence[log.Milestone], here: int) -> Steps:
    turns = [mark.seq for mark in milestones]
    before = [seq for seq in stops if seq < here]
    after = [seq for seq in stops if seq > here]
    return Steps(
        first=before[0] if before else None,
        turn_before=max((seq for seq in turns if seq < here), default=None),
        before=before[-1] if before else None,
        after=after[0] if after else None,
        turn_after=min((seq for seq in turns if seq > here), default=None),
        last=after[-1] if after else None,
    )


def _around(stops: Sequence[Told], here: int, teller: Teller) -> list[Stop]:
    index = next((number for number, told in enumerate(stops) if told.seq == here), 0)
    shown = stops[max(0, index - AROUND) : index + AROUND + 1]
    return [Stop(told.seq, teller.sentence(told), told.seq == here) for told in shown]


def _lit(story: Sequence[Told], here: int) -> list[str]:
    return [told.data["track"] for told in story if told.seq == here and told.type in CLAIMS]
