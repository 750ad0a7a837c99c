"""A sketch on the board, what it comes to, and what others have built since, for its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engine
from engine.plans.sketch import plan_of_sketch
from engine.text.plan_lines import write_plan
from games.drawing.board_svg import closed_on
from games.drawing.built import built_on
from games.drawing.labels import track_name
from games.drawing.palette import seat_tints
from games.drawing.sketch_layer import SketchLayer
from games.facts.tickets import open_destinations
from games.log import BUILDING_EVENTS, RedactedEvent
from games.plans.sketch_models import LONGEST_NAME, Sketch
from games.plans.sketch_texts import facts_of, lines_of
from games.tables.models import Game, PlanChoice
from games.web.parts import phrases
from games.web.parts.game_context import GameContext, Snapshot
from games.web.parts.pictures import draw_board
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import tickets_panel
from games.web.play.presenters.payments import claim_options


def sketches_page(context: GameContext, sketches: Sequence[Sketch]) -> dict[str, Any]:
    """The names that web/play/sketches.html uses."""
    view = context.snapshot().view
    return {
        **page_header(context),
        "sketches": [(sketch, lines_of(sketch, view)[0]) for sketch in sketches],
        "longest_name": LONGEST_NAME,
    }


def sketch_page(context: GameContext, sketch: Sketch, chosen: str) -> dict[str, Any]:
    """The names that web/play/sketch.html uses; the form offers the ``chosen`` track first."""
    snapshot = context.snapshot()
    view = snapshot.view
    since, free = _built_since(sketch, snapshot), _markable(sketch, view)
    return {
        **page_header(context),
        "sketch": sketch,
        "facts": facts_of(sketch, view),
        "marked": [_marked_route(key, view, context.names) for key in sketch.tracks],
        "since": context.formatter(view).html_items(since),
        "free": free.items(),
        "chosen": chosen,
        "longest_name": LONGEST_NAME,
        "plan_url": _plan_url(context.game, sketch, view),
        "board_svg": _board(sketch, view, since, free),
    }


def _built_since(sketch: Sketch, snapshot: Snapshot) -> list[RedactedEvent]:
    """What the other seats have built since the sketch was changed, and is still there."""
    view = snapshot.view
    there = {*view.owner, *built_on(view)}
    return [
        event
        for event in snapshot.events(after=sketch.drawn_seq)
        if event.type in BUILDING_EVENTS
        and event.data["seat"] != view.seat
        and event.data[BUILDING_EVENTS[event.type]] in there
    ]


def _markable(sketch: Sketch, view: engine.View) -> Mapping[str, str]:
    """The tracks that the seat could still claim and that are not marked, by their names."""
    taken = {*view.blocked_tracks[view.own_seat], *sketch.tracks}
    return {
        key: name for key, name in claim_options(view, view.open_tracks.by_id) if key not in taken
    }


def _marked_route(key: str, view: engine.View, names: Mapping[int, str]) -> tuple[str, str, str]:
    """Key and name of a marked track, and why it cannot be claimed any more."""
    note = ""
    if key in view.owner:
        note = _("yours now") if view.owner[key] == view.seat else names[view.owner[key]]
    elif key in closed_on(view):
        note = _("closed")
    return key, track_name(view.board, view.board.tracks[key]), note


def _plan_url(game: Game, sketch: Sketch, view: engine.View) -> str:
    """The page that makes a plan of a sketch; "" if nothing of it is left, or plans claim nothing
    at this table.
    """
    plan = plan_of_sketch(sketch.tracks, view)
    if not plan.aims or game.plans != PlanChoice.ALL:
        return ""
    text = write_plan(plan, view, phrases.lexicon())
    return f"{reverse('plan', args=[game.code])}?{urlencode({'text': text})}"


def _board(
    sketch: Sketch,
    view: engine.View,
    since: Sequence[RedactedEvent],
    free: Mapping[str, str],
) -> SafeString:
    board = view.board

    def link(key: str) -> tuple[str, str]:
        route = {"route": track_name(board, board.tracks[key])}
        if key in free:
            return f"?track={key}#add", _("Mark %(route)s") % route
        return f"#route-{key}", _("Remove the mark from %(route)s") % route

    return draw_board(
        view,
        highlight=[event.data["track"] for event in since if "track" in event.data],
        wanted=open_destinations(view, tickets_panel(view).own),
        sketch=SketchLayer(
            marked=sketch.tracks,
            tint=seat_tints(view.teams)[view.own_seat],
            links={key: link(key) for key in (*free, *sketch.tracks)},
        ),
        desc=_("The list of marked routes shows the same in words."),
    )
