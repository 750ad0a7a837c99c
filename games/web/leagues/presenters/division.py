"""The page of a division: its games, and points over time as a chart and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _

import engine
from games.common.dates import DateFormat, format_local
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS
from games.language.boards import board_name
from games.leagues.models import Division, SeasonGame, Verdict
from games.leagues.naming import entry_name, points_text
from games.leagues.rules.results import Result
from games.leagues.rules.standings import points_of_result
from games.leagues.season.fixtures import games_with_seats
from games.leagues.season.plan import points_by_place
from games.tables.selectors import Reader, games_visible_to
from games.web.leagues.presenters.standings import StandingsRow

MAX_CURVES: Final = 6
"""More curves could not be distinguished; the table has everybody."""
MAX_DATES: Final = 8


def points_chart(
    division: Division, lines: Sequence[StandingsRow], results: Sequence[tuple[datetime, Result]]
) -> dict[str, Any] | None:
    """The picture of the best, and the points of everybody after each of some days.

    None until a game has been counted.
    """
    season = division.season
    if not results or season.started_at is None:
        return None
    points = points_by_place(season)
    total = {line.standing.entry: Fraction(0) for line in lines}
    steps: dict[int, list[tuple[float, float]]] = {entry: [(0.0, 0.0)] for entry in total}
    after: dict[str, dict[int, Fraction]] = {}
    at_last = 0.0
    for at, result in results:
        since = max((at - season.started_at).total_seconds() / 86400, 0.0)
        at_last = max(at_last, since)
        for entry, worth in points_of_result(result, points).items():
            if entry in total:
                total[entry] += worth
                steps[entry].append((since, float(total[entry])))
        after[format_local(at, DateFormat.SHORT_DAY)] = dict(total)
    days = _spread_days(list(after))
    curves = [
        Curve(
            str(number),
            [*steps[line.standing.entry], (at_last, float(total[line.standing.entry]))],
            SEATS[(number - 1) % len(SEATS)].fill,
            SEATS[(number - 1) % len(SEATS)].ink,
            steps=True,
        )
        for number, line in enumerate(lines[:MAX_CURVES], 1)
    ]
    title = _("Points of the first %(count)d during the season") % {"count": len(curves)}
    picture = line_chart(curves, title=title, x=Axis(_("days")), y=Axis(_("points")), height=280)
    return {
        "picture": picture,
        "days": days,
        "rows": [
            (line.name, [points_text(after[day][line.standing.entry]) for day in days])
            for line in lines
        ],
    }


def _spread_days(days: list[str]) -> list[str]:
    """Days spread over all of them, the last one among them."""
    if len(days) <= MAX_DATES:
        return days
    step = (len(days) - 1) / (MAX_DATES - 1)
    return [days[round(number * step)] for number in range(MAX_DATES)]


def game_rows(
    division: Division, running: Mapping[int, Result], reader: Reader
) -> list[dict[str, Any]]:
    """The games of a division in the order of the draw: three queries.

    ``running`` has the present results of those in progress. ``visible`` are those that the
    ``reader`` may open: games of a private league are for their players.
    """
    visible = games_visible_to(reader).filter(season_game__division=division)
    seen = set(visible.values_list("pk", flat=True))
    return [
        _game_row(game, running.get(game.pk)) | {"visible": game.game_id in seen}
        for game in games_with_seats(division=division)
    ]


def _game_row(season_game: SeasonGame, result: Result | None) -> dict[str, Any]:
    """A game, with its players in the order of the seats, or of places once there are some.

    In a game in progress the score is that on the board.
    """
    sides = result.sides if result else ()
    on_board = {entry: side.score for side in sides for entry in side.entries}
    seats = list(season_game.seats.all())
    if season_game.verdict in (Verdict.PLAYED, Verdict.ADJUDICATED):
        seats.sort(key=lambda seat: seat.place or 0)
    return {
        "board": board_name(engine.load_board(season_game.board)),
        "game": season_game.game,
        "state": season_game.verdict or ("running" if season_game.game else "drawn"),
        "players": [
            {
                "name": entry_name(seat.entry),
                "seat": seat,
                "score": seat.score if season_game.settled_at else on_board.get(seat.entry_id),
            }
            for seat in seats
        ],
    }
