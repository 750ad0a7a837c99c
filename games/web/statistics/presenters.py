"""Contents of the pages of statistics: plots of a kind of table, lines of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.drawing.palette import SEATS
from games.language.boards import board_name
from games.people.models import Person
from games.players.selectors import MAX_IN_CHART, rating_history, ratings_of
from games.statistics.figures import (
    FEWEST,
    Sums,
    point_figures,
    route_figures,
    seat_figures,
    ticket_figures,
    wins_of,
)
from games.statistics.selectors import Table
from games.web.players.presenters import chart_over_time
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


def means_of(sums: Sums) -> list[tuple[str, str]]:
    """Cards and trains of a player in the mean: what, and the number."""
    players = sum(sums.by_number("position", "games").values())
    if not players:
        return []
    trains = sum(left * count for left, count in sums.by_number("trains").items())
    return [
        (_("Cards drawn off the deck, mean"), decimal(sums.total("drawn") / players)),
        (_("Face-up cards taken, mean"), decimal(sums.total("taken") / players)),
        (_("Trains left at the end, mean"), decimal(trains / players)),
    ]


def chosen_table(tables: Sequence[Table], wanted: str) -> Table | None:
    """The table that was asked for ("usa-4"), else the one with most games."""
    asked = [one for one in tables if f"{one.board}-{one.seats}" == wanted]
    return next(iter(asked or sorted(tables, key=lambda one: -one.games)), None)


def choices(
    tables: Sequence[Table], chosen: Table | None, *, boards: bool
) -> list[tuple[str, str, bool]]:
    """The kinds of tables: label, query, and whether it is shown.

    :param boards: whether the label names the board.
    """
    found = []
    for one in tables:
        seats = ngettext("%(count)d player", "%(count)d players", one.seats) % {"count": one.seats}
        games = ngettext("%(count)d game", "%(count)d games", one.games) % {"count": one.games}
        name = f"{board_name(engine.load_board(one.board))}, " if boards else ""
        query = urlencode({"table": f"{one.board}-{one.seats}"})
        found.append((f"{name}{seats} ({games})", query, one == chosen))
    return found


def board_lines(boards: Mapping[str, Sums]) -> list[dict[str, Any]]:
    """A line for each board on which a player has finished games."""
    return [_board_line(key, sums) for key, sums in boards.items()]


def _board_line(key: str, sums: Sums) -> dict[str, Any]:
    won = wins_of(sums)
    kept, completed, points = (
        sum(sums.by_key(kind).values()) for kind in ("kept", "completed", "points")
    )
    enough = sums.games >= FEWEST
    return {
        "board": key,
        "name": board_name(engine.load_board(key)),
        "games": sums.games,
        "wins": percent(won.value) if enough else "–",
        "within": interval(won) if enough else _("too few games"),
        "points": decimal(points / sums.games if sums.games else None),
        "tickets": decimal(kept / sums.games if sums.games else None),
        "completed": rate(completed, kept),
    }


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


def rating_plot(person: Person) -> dict[str, Any] | None:
    """The rating over all boards and on each, after each of the latest games; None with fewer than
    two games. ``rows`` have the last rating of each board."""
    standings = ratings_of(person)
    pasts = [rating_history(person, one.board, latest=MAX_IN_CHART) for one in standings]
    times = [at for past in pasts for at, _points, _margin in past]
    if len(times) < 2 or min(times) == max(times):
        return None
    lines, rows = [], []
    for number, (one, past) in enumerate(zip(standings, pasts, strict=True)):
        name = board_name(engine.load_board(one.board)) if one.board else _("All boards")
        letter, tint = str(number + 1), SEATS[number % len(SEATS)]
        lines.append((letter, tint, [(at, float(points)) for at, points, _margin in past]))
        rows.append((letter, name, str(one.rating), one.games))
    title = _("The rating after each game, over all boards and on each")
    return {"svg": chart_over_time(lines, title=title), "rows": rows}
