"""Contents of the pages of statistics: plots of a kind of table, lines of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.common.dates import DateFormat, format_local
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS
from games.people.models import Person
from games.players.selectors import MAX_IN_CHART, rating_history, ratings_of
from games.statistics.figures import (
    FEWEST,
    Share,
    Sums,
    point_figures,
    route_figures,
    seat_figures,
    ticket_figures,
    wins_of,
)
from games.statistics.selectors import Table
from games.web.statistics.plots import (
    Plot,
    decimal,
    interval,
    percent,
    points_plot,
    rate,
    routes_plot,
    seats_plot,
    tickets_plot,
    totals_plot,
    turns_plot,
)

DAY: Final = timedelta(days=1)
TICKS: Final = 4
"""Dates below the course of ratings."""


def plots_of(board: engine.Board, sums: Sums) -> list[Plot]:
    """The plots of one kind of table; none with too few games."""
    if sums.games < FEWEST:
        return []
    return [
        seats_plot(seat_figures(sums), fair=sums.games / sums.total("sides")),
        points_plot(point_figures(sums)),
        routes_plot(board, route_figures(sums, board), games=sums.games),
        tickets_plot(board, ticket_figures(sums, board)),
        totals_plot(sums.by_number("total")),
        turns_plot(sums.by_number("turns"), sums.by_number("days")),
    ]


@dataclass(frozen=True, slots=True)
class Means:
    """A few numbers that need no plot."""

    label: str
    value: str


def means_of(sums: Sums) -> list[Means]:
    """Cards and trains of a player in the mean."""
    players = sum(sums.by_number("position", "games").values())
    if not players:
        return []
    trains = sum(left * count for left, count in sums.by_number("trains").items())
    return [
        Means(_("Cards drawn off the deck, mean"), decimal(sums.total("drawn") / players)),
        Means(_("Face-up cards taken, mean"), decimal(sums.total("taken") / players)),
        Means(_("Trains left at the end, mean"), decimal(trains / players)),
    ]


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind of table that the page can show."""

    label: str
    query: str
    chosen: bool


def chosen_table(tables: Sequence[Table], wanted: str) -> Table | None:
    """The table that was asked for ("usa-4"), else the one with most games."""
    asked = [one for one in tables if f"{one.board}-{one.seats}" == wanted]
    return next(iter(asked or sorted(tables, key=lambda one: -one.games)), None)


def choices(tables: Sequence[Table], chosen: Table | None, *, boards: bool) -> list[Choice]:
    """The kinds of tables as links, with the board where there is more than one."""
    found = []
    for one in tables:
        seats = ngettext("%(count)d player", "%(count)d players", one.seats) % {"count": one.seats}
        games = ngettext("%(count)d game", "%(count)d games", one.games) % {"count": one.games}
        name = f"{engine.load_board(one.board).name}, " if boards else ""
        query = urlencode({"table": f"{one.board}-{one.seats}"})
        found.append(Choice(f"{name}{seats} ({games})", query, one == chosen))
    return found


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A player on one board."""

    board: str
    name: str
    games: int
    won: Share
    wins: str
    within: str
    points: str
    tickets: str
    completed: str


def board_lines(boards: Mapping[str, Sums]) -> list[BoardLine]:
    """A line for each board on which a player has finished games."""
    found = []
    for key, sums in boards.items():
        won = wins_of(sums)
        kept = sum(sums.by_key("kept").values())
        points = sum(sums.by_key("points").values())
        found.append(
            BoardLine(
                board=key,
                name=engine.load_board(key).name,
                games=sums.games,
                won=won,
                wins=percent(won.value) if sums.games >= FEWEST else "–",
                within=interval(won) if sums.games >= FEWEST else _("too few games"),
                points=decimal(points / sums.games) if sums.games else "–",
                tickets=decimal(kept / sums.games) if sums.games else "–",
                completed=rate(sum(sums.by_key("completed").values()), kept),
            )
        )
    return found


def player_plots(board: engine.Board, sums: Sums) -> list[Plot]:
    """The plots of a player on a board; none with too few games."""
    if sums.games < FEWEST:
        return []
    return [
        routes_plot(board, route_figures(sums, board), games=sums.games, of_player=True),
        tickets_plot(board, ticket_figures(sums, board)),
        points_plot(point_figures(sums), winners=False),
        totals_plot(sums.by_number("total")),
    ]


@dataclass(frozen=True, slots=True)
class RatingPlot:
    """The course of ratings, and the last rating of each board."""

    svg: SafeString
    rows: Sequence[tuple[str, str, str, int]]


def rating_plot(person: Person) -> RatingPlot | None:
    """The rating over all boards and on each, after each of the latest games; None with fewer than
    two games."""
    curves, rows, dates = [], [], []
    standings = ratings_of(person)
    pasts = [(one, rating_history(person, one.board, latest=MAX_IN_CHART)) for one in standings]
    times = [at for _one, past in pasts for at, _points, _margin in past]
    if len(times) < 2 or min(times) == max(times):
        return None
    first, last = min(times), max(times)
    for number, (one, past) in enumerate(pasts):
        name = engine.load_board(one.board).name if one.board else _("All boards")
        tint = SEATS[number % len(SEATS)]
        letter = str(number + 1)
        points = [((at - first) / DAY, float(after)) for at, after, _margin in past]
        curves.append(Curve(letter, points, tint.fill, tint.ink))
        rows.append((letter, name, str(one.rating), one.games))
    dates = [first + (last - first) * part / (TICKS - 1) for part in range(TICKS)]
    ticks = {format_local(at, DateFormat.SHORT_DATE): (at - first) / DAY for at in reversed(dates)}
    svg = line_chart(
        curves,
        title=_("The rating after each game, over all boards and on each"),
        x=Axis("", [(place, words) for words, place in ticks.items()]),
        y=Axis(_("rating")),
        from_zero=False,
    )
    return RatingPlot(mark_safe(svg), rows)  # noqa: S308
