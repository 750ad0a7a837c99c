"""Plots of statistics, each with the table behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

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

TURNS_A_STEP: Final = 10


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


def _drawn(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308


def seats_plot(seats: Sequence[SeatFigures], fair: float) -> Plot:
    """The share of wins of each place in the playing order; ``fair`` is the expected one."""
    title = _("Wins by place in the playing order")
    labels = [str(one.position) for one in seats]
    bars = [
        Bar(label, 100 * one.wins.value, 100 * one.wins.low, 100 * one.wins.high)
        for label, one in zip(labels, seats, strict=True)
    ]
    svg = bar_chart(
        bars,
        title=title,
        desc=", ".join(f"{a}: {percent(s.wins.value)}" for a, s in zip(labels, seats, strict=True)),
        x=_("place in the playing order"),
        y=_("wins, %"),
        mark=100 * fair,
    )
    words = _(
        "The broken line is what each would win if the order made no difference. The true share "
        "is within the whisker in nineteen cases out of twenty: where the whisker meets the line, "
        "the difference may be chance."
    )
    columns = [
        _("Place in order"),
        _("Games"),
        _("Wins"),
        _("95 percent interval"),
        _("Points, mean"),
    ]
    rows = [
        [
            label,
            str(one.wins.of),
            percent(one.wins.value),
            interval(one.wins),
            decimal(one.points),
        ]
        for label, one in zip(labels, seats, strict=True)
    ]
    return Plot("seats", title, words, _drawn(svg), columns, rows)


def points_plot(kinds: Sequence[PointFigures], *, winners: bool = True) -> Plot:
    """The mean of points of each kind, of all and of winners."""
    title = _("Points by kind")
    bars = [
        Bar(part_label(one.kind), one.mean, beside=one.of_winners if winners else None)
        for one in kinds
    ]
    svg = bar_chart(bars, title=title, x="", y=_("points, mean"))
    columns = [_("Kind"), _("Mean")]
    rows = [[part_label(one.kind), decimal(one.mean)] for one in kinds]
    if winners:
        columns.append(_("Mean of winners"))
        for row, one in zip(rows, kinds, strict=True):
            row.append(decimal(one.of_winners))
    words = _("Left bar: everyone. Dashed: winners.") if winners else ""
    return Plot("points", title, words, _drawn(svg), columns, rows)


def totals_plot(totals: Mapping[int, int]) -> Plot:
    """Numbers of sides by final points, in steps of ten."""
    title = _("Final points")
    bars = steps(totals, 10)
    return _histogram(
        "totals",
        title,
        {f"{start}": count for start, count in bars.items()},
        rows={f"{start} – {start + 9}": count for start, count in bars.items()},
        x=_("points, from"),
        y=_("players"),
        first=_("Points"),
    )


def turns_plot(turns: Mapping[int, int], days: Mapping[int, int]) -> Plot:
    """Numbers of games by turns, with the medians of turns and days."""
    bars = steps(turns, TURNS_A_STEP)
    words = _(
        "Turns are those of all players together. Half of the games had ended after %(turns)s "
        "turns, and half after %(days)s days."
    ) % {"turns": number_format(median(turns) or 0), "days": number_format(median(days) or 0)}
    return _histogram(
        "length",
        _("Length of games"),
        {f"{start}": count for start, count in bars.items()},
        rows={f"{start} – {start + TURNS_A_STEP - 1}": count for start, count in bars.items()},
        x=_("turns, from"),
        y=_("games"),
        first=_("Turns"),
        words=words,
    )


def _histogram(
    key: str,
    title: str,
    bars: Mapping[str, int],
    *,
    rows: Mapping[str, int],
    x: str,
    y: str,
    first: str,
    words: str = "",
) -> Plot:
    svg = bar_chart([Bar(label, count) for label, count in bars.items()], title=title, x=x, y=y)
    table = [[label.replace("-", "−"), str(count)] for label, count in rows.items()]
    return Plot(key, title, words, _drawn(svg), [first, _("Number")], table)


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
    columns = [_("Route"), _("Spaces"), _("Claimed"), _("Turn, mean"), _("Of them by winners")]
    cells: list[Callable[[RouteFigures], str]] = [
        lambda one: names[one.track],
        lambda one: str(board.tracks[one.track].length),
        lambda one: rate(one.claims, games),
        lambda one: decimal(one.mean),
        lambda one: rate(one.won, one.claims),
    ]
    if any(one.median is not None for one in routes):
        columns.insert(4, _("Turn, median"))
        cells.insert(4, lambda one: decimal(one.median))
    rows = [[cell(one) for cell in cells] for one in routes]
    return Plot("routes", title, words, _drawn(svg), columns, rows, is_map=True)


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
    columns = [
        *(_("Rank"), _("Ticket"), _("Points"), _("Offered"), _("Kept"), _("Completed")),
        *(_("Brought, mean"), _("Won with it")),
    ]
    ranks = {one.ticket: number for number, one in enumerate(ranked, 1)}
    rows = [
        [
            str(ranks.get(one.ticket, "–")),
            city_pair(board, board.tickets[one.ticket]),
            ticket_worth(board.tickets[one.ticket]),
            str(one.offered),
            rate(one.kept, one.offered),
            rate(one.completed, one.kept),
            decimal(one.mean) if one.kept else "–",
            rate(one.won, one.kept),
        ]
        for one in (*ranked, *(one for one in tickets if not one.kept))
    ]
    words = _(
        "The mean over all players who kept the ticket: its points are added where it was "
        "completed, and subtracted where it was not."
    )
    return Plot("tickets", title, words, _drawn(svg), columns, rows)
