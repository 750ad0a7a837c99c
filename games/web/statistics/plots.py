"""Plots of statistics, each with the table behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias, TypeVar

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.board.model import Board
from games.drawing.bar_chart import Bar, bar_chart
from games.drawing.heat_board import LEVELS, Warmth, heat_board
from games.facts.score import part_label
from games.facts.tickets import city_pair, ticket_worth
from games.statistics.figures import (
    PointFigures,
    RouteFigures,
    SeatFigures,
    Share,
    TicketFigures,
    median,
    steps,
)

STEP: Final = 10
Thing = TypeVar("Thing")
Cells: TypeAlias = list[tuple[str, Callable[[Thing], object]]]
"""The columns of a table: the heading, and what a row has there."""


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture with its table: its columns, and rows of which the first cell is the heading.

    ``words`` say what it shows; ``svg`` is "" for a table alone.
    """

    key: str
    title: str
    words: str
    svg: SafeString
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_map: bool = False


def decimal(number: float | None) -> str:
    """A number with one decimal, a dash for none."""
    return "–" if number is None else number_format(number, decimal_pos=1).replace("-", "−")


def percent(part: float) -> str:
    """A share in whole percent."""
    return _("%(percent)s%%") % {"percent": round(100 * part)}


def rate(part: int, of: int) -> str:
    """A share in whole percent, a dash for one of nothing."""
    return percent(part / of) if of else "–"


def interval(share: Share) -> str:
    """An interval in words: "17% to 48%"."""
    return _("%(low)s to %(high)s") % {"low": percent(share.low), "high": percent(share.high)}


def _plot(
    key: str,
    title: str,
    words: str,
    svg: str,
    cells: Cells[Thing],
    things: Iterable[Thing],
) -> Plot:
    """A picture with a row for each thing; ``cells`` are the headings, and what stands below."""
    rows = [[str(cell(one)) for _heading, cell in cells] for one in things]
    return Plot(key, title, words, mark_safe(svg), [heading for heading, _cell in cells], rows)  # noqa: S308


def seats_plot(seats: Sequence[SeatFigures], fair: float) -> Plot:
    """The share of wins of each place in the playing order; ``fair`` is the expected one."""
    title = _("Wins by place in the playing order")
    svg = bar_chart(
        [
            Bar(
                str(one.position),
                *(100 * part for part in (one.wins.value, one.wins.low, one.wins.high)),
            )
            for one in seats
        ],
        title=title,
        desc=", ".join(f"{one.position}: {percent(one.wins.value)}" for one in seats),
        x=_("place in the playing order"),
        y=_("wins, %"),
        mark=100 * fair,
    )
    words = _(
        "The broken line is what each would win if the order made no difference. The true share "
        "is within the whisker in nineteen cases out of twenty: where the whisker meets the line, "
        "the difference may be chance."
    )
    cells: Cells[SeatFigures] = [
        (_("Place in order"), lambda one: one.position),
        (_("Games"), lambda one: one.wins.of),
        (_("Wins"), lambda one: percent(one.wins.value)),
        (_("95 percent interval"), lambda one: interval(one.wins)),
        (_("Points, mean"), lambda one: decimal(one.points)),
    ]
    return _plot("seats", title, words, svg, cells, seats)


def points_plot(kinds: Sequence[PointFigures], *, winners: bool = True) -> Plot:
    """The mean of points of each kind, of all and of winners."""
    title = _("Points by kind")
    bars = [
        Bar(part_label(one.kind), one.mean, beside=one.of_winners if winners else None)
        for one in kinds
    ]
    svg = bar_chart(bars, title=title, x="", y=_("points, mean"))
    cells: Cells[PointFigures] = [
        (_("Kind"), lambda one: part_label(one.kind)),
        (_("Mean"), lambda one: decimal(one.mean)),
    ]
    if winners:
        cells.append((_("Mean of winners"), lambda one: decimal(one.of_winners)))
    words = _("Left bar: everyone. Dashed: winners.") if winners else ""
    return _plot("points", title, words, svg, cells, kinds)


def totals_plot(totals: Mapping[int, int]) -> Plot:
    """Numbers of sides by final points, in steps of ten."""
    words = {"x": _("points, from"), "y": _("players"), "first": _("Points")}
    return _histogram("totals", _("Final points"), totals, **words)


def turns_plot(turns: Mapping[int, int], days: Mapping[int, int]) -> Plot:
    """Numbers of games by turns, with the medians of turns and days."""
    said = _(
        "Turns are those of all players together. Half of the games had ended after %(turns)s "
        "turns, and half after %(days)s days."
    ) % {"turns": number_format(median(turns) or 0), "days": number_format(median(days) or 0)}
    words = {"x": _("turns, from"), "y": _("games"), "first": _("Turns")}
    return _histogram("length", _("Length of games"), turns, said=said, **words)


def _histogram(
    key: str, title: str, counts: Mapping[int, int], *, x: str, y: str, first: str, said: str = ""
) -> Plot:
    """Counts in steps of ten; ``first`` is the heading of the numbers."""
    bars = steps(counts, STEP)
    svg = bar_chart(
        [Bar(str(start), count) for start, count in bars.items()], title=title, x=x, y=y
    )
    cells: Cells[tuple[int, int]] = [
        (first, lambda bar: f"{bar[0]} – {bar[0] + STEP - 1}".replace("-", "−")),
        (_("Number"), lambda bar: bar[1]),
    ]
    return _plot(key, title, said, svg, cells, bars.items())


def routes_plot(
    board: Board, routes: Sequence[RouteFigures], *, games: int, of_player: bool = False
) -> Plot:
    """The map of the routes by how often they are claimed, and their table."""
    title = _("Routes")
    names = {key: city_pair(board, track) for key, track in board.tracks.items()}
    warmth = {one.track: Warmth(one.share, _route_words(names[one.track], one)) for one in routes}
    words = (
        _("The wider and warmer a route, the more often the player claimed it.")
        if of_player
        else _("The wider and warmer a route, the more games it was claimed in.")
    )
    top = ", ".join(f"{names[one.track]} {percent(one.share)}" for one in routes[:3])
    svg = heat_board(board, warmth, title=title, desc=f"{words} {top}")
    cells: Cells[RouteFigures] = [
        (_("Route"), lambda one: names[one.track]),
        (_("Spaces"), lambda one: board.tracks[one.track].length),
        (_("Claimed"), lambda one: rate(one.claims, games)),
        (_("Turn, mean"), lambda one: decimal(one.mean)),
        (_("Of them by winners"), lambda one: rate(one.won, one.claims)),
    ]
    if any(one.median is not None for one in routes):
        cells.insert(4, (_("Turn, median"), lambda one: decimal(one.median)))
    return replace(_plot("routes", title, words, svg, cells, routes), is_map=True)


def _route_words(name: str, one: RouteFigures) -> str:
    if not one.claims:
        return _("%(route)s: never claimed") % {"route": name}
    return _("%(route)s: claimed in %(share)s, on average in turn %(turn)s") % {
        "route": name,
        "share": percent(one.share),
        "turn": decimal(one.mean),
    }


def heat_levels() -> list[str]:
    """The levels of the map in words, the coldest first."""
    starts = [0.0, *LEVELS, 1.0]
    return [
        _("%(low)s to %(high)s") % {"low": percent(low), "high": percent(high)}
        for low, high in pairwise(starts)
    ]


def tickets_plot(board: Board, tickets: Sequence[TicketFigures]) -> Plot:
    """Mean points of tickets to those who kept them; the table has all of them."""
    title = _("Tickets")
    ranked = sorted((one for one in tickets if one.kept), key=lambda one: -one.mean)
    bars = [Bar(str(number), one.mean) for number, one in enumerate(ranked, 1)]
    svg = bar_chart(
        bars,
        title=_("Points that each ticket brought on average, best first"),
        x=_("rank in the table"),
        y=_("points, mean"),
    )
    ranks = {one.ticket: number for number, one in enumerate(ranked, 1)}
    cells: Cells[TicketFigures] = [
        (_("Rank"), lambda one: ranks.get(one.ticket, "–")),
        (_("Ticket"), lambda one: city_pair(board, board.tickets[one.ticket])),
        (_("Points"), lambda one: ticket_worth(board.tickets[one.ticket])),
        (_("Offered"), lambda one: one.offered),
        (_("Kept"), lambda one: rate(one.kept, one.offered)),
        (_("Completed"), lambda one: rate(one.completed, one.kept)),
        (_("Brought, mean"), lambda one: decimal(one.mean) if one.kept else "–"),
        (_("Won with it"), lambda one: rate(one.won, one.kept)),
    ]
    words = _(
        "The mean over all players who kept the ticket: its points are added where it was "
        "completed, and subtracted where it was not."
    )
    everything = [*ranked, *(one for one in tickets if not one.kept)]
    return _plot("tickets", title, words, svg, cells, everything)
