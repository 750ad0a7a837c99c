"""Points of a division over time, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.common.dates import DateFormat, format_local
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS
from games.leagues.models import Division
from games.leagues.naming import points_text
from games.leagues.rules.results import Result
from games.leagues.rules.standings import points_of_result
from games.leagues.season.plan import points_by_place
from games.web.leagues.presenters.standings import StandingsRow

MAX_CURVES: Final = 6
"""So many curves can be told apart; the table has everybody."""
MAX_DATES: Final = 8


@dataclass(frozen=True, slots=True)
class PointsChart:
    """The picture of the best, and the points of everybody after each of some days."""

    picture: SafeString
    days: list[str]
    rows: list[tuple[str, list[str]]]


def points_chart(
    division: Division, lines: Sequence[StandingsRow], results: Sequence[tuple[datetime, Result]]
) -> PointsChart | None:
    """The course of a division, None until a game has been counted."""
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
    names = {line.standing.entry: line.name for line in lines}
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
    return PointsChart(
        mark_safe(picture),  # noqa: S308 - made here, and its words are escaped
        days,
        [
            (names[entry], [points_text(after[day][entry]) for day in days])
            for entry in (line.standing.entry for line in lines)
        ],
    )


def _spread_days(days: list[str]) -> list[str]:
    """Days spread over all of them, the last one among them."""
    if len(days) <= MAX_DATES:
        return days
    step = (len(days) - 1) / (MAX_DATES - 1)
    return [days[round(number * step)] for number in range(MAX_DATES)]
