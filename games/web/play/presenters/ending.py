"""The ending of a game on its page: paths and tickets of all players, awards, story and chart.

Nothing of it exists before the game is over, and a voided game has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import View
from engine.board import Board
from engine.ending import Ending, TicketEnd
from engine.ending.paths import Path
from engine.events import Score
from games import log
from games.drawing.live_board import PathLight
from games.drawing.palette import seat_tints
from games.facts.tickets import city_pair
from games.language.amounts import in_digits
from games.language.awards import AwardText, award_text, luck_text, surplus_text
from games.language.story import StoryTeller
from games.tables.models import GameStatus
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined
from games.web.parts.pictures import joined_signs, seat_sign
from games.web.parts.requests import parse_number
from games.web.play.presenters.timeline import timeline_charts

PARAMETER: Final = "player"
"""Names the seat whose path and tickets are lit, for readers without scripts."""


@dataclass(frozen=True, slots=True)
class EndingPanel:
    """All that the page of a game tells once it is over, beside the scores.

    ``awards`` and ``lucks`` come with the signs of their seats.
    """

    story: list[str]
    chart: SafeString
    sides: list[dict[str, Any]] = field(default_factory=list)
    awards: list[tuple[SafeString, AwardText]] = field(default_factory=list)
    lucks: list[tuple[SafeString, str, str, str]] = field(default_factory=list)


def ending_panel(request: HttpRequest, context: GameContext, view: View) -> EndingPanel | None:
    """The ending of a game for its page; None before it, and for a game that counts for nothing."""
    if context.game.status != GameStatus.FINISHED:
        return None
    logged = log.logged_ending(context.game)
    ending = logged.ending
    names = [context.names[seat] for seat in range(view.seats)]
    teller = StoryTeller(view.board, names)
    story = teller.paragraphs(ending.story, handed_over=logged.handed_over)
    chart = timeline_charts(logged.milestones, view)[0]
    if view.outcome is None:
        return EndingPanel(story, chart)
    tints = seat_tints(view.teams)
    return EndingPanel(
        story,
        chart,
        sides=_sides(view, view.outcome.scores, ending, names, _chosen_seat(request)),
        awards=[
            (joined_signs(view, award.side), award_text(award, view.board, names))
            for award in ending.awards
        ],
        lucks=[
            (
                seat_sign(tints[seat]),
                names[seat],
                surplus_text(ending.lucks[seat]),
                luck_text(ending.lucks[seat]),
            )
            for seat in view.order
        ],
    )


def path_lights(panel: EndingPanel | None, context: GameContext) -> list[PathLight]:
    """The light on the board for each side of a finished game."""
    if panel is None or not panel.sides:
        return []
    board, ending = context.board, log.logged_ending(context.game).ending
    return [_light(board, ending, line) for line in panel.sides]


def _light(board: Board, ending: Ending, line: Mapping[str, Any]) -> PathLight:
    path, ends_of_side = _path(ending, line["seats"]), _tickets(ending, line["seats"])
    tickets = [board.tickets[end.ticket] for end in ends_of_side]
    done = {end.ticket for end in ends_of_side if end.completed}
    ends = {card.id: (*card.near_cities, *card.far_cities) for card in tickets}
    apart = {city for card, cities in ends.items() if card not in done for city in cities}
    connected = {city for card, cities in ends.items() if card in done for city in cities}
    missing = {track for end in ends_of_side for track in end.missing}
    return PathLight(
        line["light"],
        [*path.trail, *path.bullets],
        sorted(missing),
        sorted(connected - apart),
        sorted(apart),
        line["shown"],
    )


def _chosen_seat(request: HttpRequest) -> int | None:
    return parse_number(request.GET.get(PARAMETER, ""), 2)


def _sides(
    view: View, scores: Sequence[Score], ending: Ending, names: Sequence[str], chosen: int | None
) -> list[dict[str, Any]]:
    """The sides with their tickets, and the links that light their paths.

    ``light`` names the light of a side on the board, ``shown`` says that it is lit, ``chosen`` that
    the reader asked for it.
    """
    steps = _steps(scores, ending)
    known = any(chosen in score.seats for score in scores)
    return [
        {
            "seats": score.seats,
            "names": joined(names[seat] for seat in score.seats),
            "sign": joined_signs(view, score.seats),
            "light": f"path-{score.seats[0]}",
            "url": f"?{PARAMETER}={score.seats[0]}#board",
            "shown": chosen in score.seats if known else _path(ending, score.seats).holds,
            "chosen": chosen in score.seats,
            "path": _path_text(view.board, _path(ending, score.seats)),
            "routes": score.routes,
            "total": score.total,
            "tickets": _ticket_lines(view.board, score, ending, steps),
        }
        for score in scores
    ]


def _steps(scores: Sequence[Score], ending: Ending) -> Mapping[tuple[tuple[int, ...], str], int]:
    """The order in which tickets are turned over: cheap ones first, the winner's dearest last."""
    rows = [_tickets(ending, score.seats) for score in reversed(scores)]
    # The last tickets of all sides come in the same round, however many a side has.
    longest = max(len(row) for row in rows)
    order = [
        row[place - longest + len(row)]
        for place in range(longest)
        for row in rows
        if place >= longest - len(row)
    ]
    return {(end.side, end.ticket): step for step, end in enumerate(order, 1)}


def _tickets(ending: Ending, side: Sequence[int]) -> list[TicketEnd]:
    """The tickets of a side, the cheapest first."""
    own = [end for end in ending.tickets if set(end.side) == set(side)]
    return sorted(own, key=lambda end: (end.points, end.ticket))


def _path(ending: Ending, side: Sequence[int]) -> Path:
    return next(path for path in ending.paths if set(path.side) == set(side))


def _ticket_lines(
    board: Board,
    score: Score,
    ending: Ending,
    steps: Mapping[tuple[tuple[int, ...], str], int],
) -> list[dict[str, Any]]:
    """Tickets in the order in which they are turned over, with the points after each."""
    running = score.routes
    scored = {result.ticket: result.end for result in score.tickets}
    lines = []
    for end in _tickets(ending, score.seats):
        points = end.points if end.completed else -end.points
        running += points
        lines.append(
            {
                "name": city_pair(board, board.tickets[end.ticket]),
                "points": in_digits(points),
                "completed": end.completed,
                "note": _note(board, end, scored.get(end.ticket)),
                "step": steps[end.side, end.ticket],
                "running": running,
            }
        )
    return lines


def _note(board: Board, end: TicketEnd, scored: str | None) -> str:
    """When a ticket was completed, and of a country ticket to which end; or what it lacked."""
    if end.completed and scored is not None:
        where = {"turn": end.turn, "end": board.place_name(scored)}
        return _("completed in turn %(turn)d, to %(end)s") % where
    if end.completed:
        return _("completed in turn %(turn)d") % {"turn": end.turn}
    if end.spaces is None:
        return _("no way was left")
    stretch = joined(city_pair(board, board.tracks[track]) for track in end.missing)
    text = ngettext(
        "%(count)d space short: %(stretch)s", "%(count)d spaces short: %(stretch)s", end.spaces
    )
    return text % {"count": end.spaces, "stretch": stretch}


def _path_text(board: Board, path: Path) -> str:
    """The caption of a side's light, by what the board awards."""
    parts = []
    if board.bonuses.longest:
        text = ngettext("a path of %(count)d space", "a path of %(count)d spaces", path.length)
        parts.append(text % {"count": path.length})
    if board.bullet_trains:
        text = ngettext("%(count)d bullet route", "%(count)d bullet routes", len(path.bullets))
        parts.append(text % {"count": len(path.bullets)})
    return joined(parts)
