"""Template context of the replay: the moment at which it opens, and the data of all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.cards import CARDS
from games.drawing.board_svg import Claim, board_title
from games.drawing.palette import seat_tints
from games.drawing.replay_board import Piece, replay_board
from games.facts.tickets import ticket_lines
from games.language.boards import board_name
from games.plans.sketch_models import Sketch
from games.plans.sketches import sketches_of
from games.practice.branches import max_branches
from games.practice.games import Player
from games.tables.models import GameStatus
from games.web.parts.event_formatter import EventFormatter
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import card_name, joined
from games.web.parts.pictures import (
    card_picture,
    empty_place,
    joined_signs,
    seat_sign,
)
from games.web.play.presenters.decision import card_sources
from games.web.play.presenters.game_page import page_header
from games.web.play.presenters.holdings import card_piles
from games.web.play.presenters.players import player_lines, players_table
from games.web.play.presenters.replay_steps import (
    Replay,
    ReplayedGame,
    replay_of,
    turn_starts,
    visible_seats,
    visible_teams,
)
from games.web.play.presenters.results import final_panel
from games.web.play.presenters.timeline import timeline_charts, timeline_rows
from games.web.play.presenters.tunnel import tunnel_panel

LINES_AROUND = 5
"""The number of log lines before and after the step that is shown, where no script runs."""


ICONS: Final = {
    "first": "M4 4h3v16H4zM17.6 4.6 20 7l-5 5 5 5-2.4 2.4L10.2 12z",
    "turn-before": "M10.6 4.6 13 7l-5 5 5 5-2.4 2.4L3.2 12zM18.6 4.6 21 7l-5 5 5 5-2.4 2.4L11 12z",
    "before": "M14.6 4.6 17 7l-5 5 5 5-2.4 2.4L7.2 12z",
    "after": "M9.4 4.6 7 7l5 5-5 5 2.4 2.4 7.4-7.4z",
    "turn-after": "M13.4 4.6 11 7l5 5-5 5 2.4 2.4 7.4-7.4zM5.4 4.6 3 7l5 5-5 5 2.4 2.4 7.4-7.4z",
    "last": "M17 4h3v16h-3zM6.4 4.6 4 7l5 5-5 5 2.4 2.4 7.4-7.4z",
}
"""Chevrons, as data of paths: a triangle is the sign of the play button alone."""


def replay_page(context: GameContext, seq: int | None, reader: Player | None) -> dict[str, Any]:
    """The names that web/play/replay.html uses; ``seq`` as of :func:`replay_of`."""
    replay = replay_of(context, seq)
    view = replay.view
    return {
        **page_header(context),
        "sketches": _own_sketches(context, replay),
        **replay_content(context, replay),
        "decisions": _decisions(context, view, replay),
        "branches": context.game.status == GameStatus.FINISHED,
        "max_branches": max_branches(reader),
        "own_seat": context.seat_number,
    }


def _own_sketches(context: GameContext, replay: Replay) -> list[Sketch]:
    """The reader's sketches; each is on the board at the moment at which it was changed last."""
    if context.seat is None:
        return []
    sketches = list(sketches_of(context.seat))
    claim = Claim(context.seat.number)
    for sketch in sketches:
        before = (n for n, step in enumerate(replay.steps) if step.seq <= sketch.drawn_seq)
        pieces = (Piece("sketch", key, claim) for key in sketch.tracks)
        replay.appearances.note(max(before, default=0), pieces)
    return sketches


def replay_content(context: ReplayedGame, replay: Replay) -> dict[str, Any]:
    """The contents of the page, also for a game from elsewhere."""
    view = replay.view
    names = context.names
    formatter = context.formatter(view)
    milestones = context.milestones(until=replay.last)
    players = player_lines(view, names, context.bots, context.player_urls)
    return {
        "board_name": board_name(view.board),
        "replay": replay,
        "replay_data": replay.data(),
        "line_here": formatter.sentence(replay.here.event),
        "turn_now": _counted("turn", replay.here.turn),
        "seq_now": _counted("seq", replay.here.seq),
        "links": _links(replay),
        "lines": _lines(replay, formatter),
        "board_svg": _board(replay),
        "row": card_sources(view)[1:],
        "kinds": [(card_name(card), card_picture(card)) for card in CARDS],
        "gap": empty_place(),
        "players": {**players_table(view, players), "is_replay": True},
        "has_tunnels": view.board.has_tunnels,
        "tunnel": tunnel_panel(view, names),
        "holders": _holders(view, names, over=context.is_over),
        "final": final_panel(context.snapshot().view, names),
        "order": players,
        "charts": timeline_charts(milestones, view),
        "rows": timeline_rows(milestones, view),
    }


def _counted(fact: str, number: int) -> SafeString:
    """A number that a script keeps up to date."""
    return mark_safe(f'<span data-fact="{fact}">{number}</span>')  # noqa: S308


def _links(replay: Replay) -> list[dict[str, Any]]:
    """Links to other steps; ``seq`` is None where there is nothing further."""
    steps, at = replay.steps, replay.at
    turns = turn_starts(steps)
    last = len(steps) - 1

    def link(name: str, label: str, key: str, to: int | None) -> dict[str, Any]:
        seq = None if to is None or to == at else steps[to].seq
        return {"name": name, "label": label, "key": key, "path": ICONS[name], "seq": seq}

    before = max((number for number in turns if number < at), default=None)
    after = min((number for number in turns if number > at), default=None)
    return [
        link("first", _("Start"), "Home", 0),
        link("turn-before", _("Previous turn"), "PageUp", before),
        link("before", _("Previous step"), "ArrowLeft", max(0, at - 1)),
        link("after", _("Next step"), "ArrowRight", min(last, at + 1)),
        link("turn-after", _("Next turn"), "PageDown", after),
        link("last", _("End"), "End", last),
    ]


def _decisions(context: GameContext, view: View, replay: Replay) -> list[dict[str, Any]]:
    """The links of all seats whose decisions the reader may look at; ``open`` says which had to
    decide at this step.
    """
    page = reverse("replay-decision", args=[context.game.code])
    return [
        {
            "seat": seat,
            "name": context.names[seat],
            "mine": seat == context.seat_number,
            "url": f"{page}?seat={seat}",
            "open": seat in replay.deciding,
        }
        for seat in visible_seats(view, over=context.is_over)
    ]


def _lines(replay: Replay, formatter: EventFormatter) -> list[dict[str, Any]]:
    """The log with the step of each line; those around the present one are ``near``."""
    return [
        {
            "seq": step.seq,
            "html": formatter.html(step.event),
            "here": number == replay.at,
            "near": abs(number - replay.at) <= LINES_AROUND,
        }
        for number, step in enumerate(replay.steps)
    ]


def _board(replay: Replay) -> SafeString:
    view = replay.view
    claimed = len(view.owner)
    desc = ngettext("%(count)d route is claimed.", "%(count)d routes are claimed.", claimed)
    svg = replay_board(
        view.board,
        appearances=replay.appearances,
        step=replay.at,
        tints=seat_tints(view.teams),
        title=board_title(view.board),
        desc=desc % {"count": claimed},
    )
    return mark_safe(svg)  # noqa: S308


def _holders(view: View, names: Mapping[int, str], *, over: bool) -> list[dict[str, Any]]:
    """The hands and racks that the reader may see, racks last."""
    tints = seat_tints(view.teams)
    hands = [
        {
            "key": seat,
            "title": names[seat],
            "sign": seat_sign(tints[seat]),
            "cards": card_piles(view.hands[seat]),
            "tickets": ticket_lines(view, view.tickets[seat], seat=seat),
            "offered": ticket_lines(view, view.offered[seat], seat=seat),
        }
        for seat in visible_seats(view, over=over)
    ]
    racks = [
        {
            "key": f"rack-{team}",
            "title": _("Rack of %(names)s") % {"names": joined(names[seat] for seat in seats)},
            "sign": joined_signs(view, seats),
            "cards": card_piles(view.racks[team]),
            "tickets": ticket_lines(view, view.ticket_racks[team], seat=seats[0]),
        }
        for team in visible_teams(view, over=over)
        for seats in (view.teams[team],)
    ]
    return [*hands, *racks]
