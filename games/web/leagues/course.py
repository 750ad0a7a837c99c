"""How the points of a division grew: a picture, and the same as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.drawing.chart import Axis, Curve, line_chart
from games.drawing.palette import SEATS
from games.leagues.models import Division
from games.leagues.naming import points_text
from games.leagues.reading import points_of
from games.leagues.results import Result
from games.leagues.table import earned
from games.web.leagues.lines import Line

DRAWN: Final = 6
"""So many curves can be told apart; the table has everybody."""
MOST_DATES: Final = 8


@dataclass(frozen=True, slots=True)
class Course:
    """The picture of the best, and the points of everybody after each of some days."""

    picture: SafeString
    days: list[str]
    rows: list[tuple[str, list[str]]]


def course_of(
    division: Division, lines: Sequence[Line], results: Sequence[tuple[datetime, Result]]
) -> Course | None:
    """Gets the course of a division, None until a game has been counted."""
    season = division.season
    if not results or season.started_at is None:
        return None
    points = points_of(season)
    total = {line.standing.entry: Fraction(0) for line in lines}
    steps: dict[int, list[tuple[float, float]]] = {entry: [(0.0, 0.0)] for entry in total}
    after: dict[str, dict[int, Fraction]] = {}
    at_last = 0.0
    for at, result in results:
        since = max((at - season.started_at).total_seconds() / 86400, 0.0)
        at_last = max(at_last, since)
        for entry, worth in earned(result, points).items():
            if entry in total:
                total[entry] += worth
                steps[entry].append((since, float(total[entry])))
        after[date_format(localtime(at), "j M")] = dict(total)
    days = _some(list(after))
    names = {line.standing.entry: line.name for line in lines}
    curves = [
        Curve(
            str(number),
            [*steps[line.standing.entry], (at_last, float(total[line.standing.entry]))],
            SEATS[(number - 1) % len(SEATS)].fill,
            SEATS[(number - 1) % len(SEATS)].ink,
            steps=True,
        )
        for number, line in enumerate(lines[:DRAWN], 1)
    ]
    told = _("Points of the first %(count)d over the days of the season") % {"count": len(curves)}
    picture = line_chart(curves, title=told, x=Axis(_("days")), y=Axis(_("points")), height=280)
    return Course(
        mark_safe(picture),  # noqa: S308 - made here, and its words are escaped
        days,
        [
            (names[entry], [points_text(after[day][entry]) for day in days])
            for entry in (line.standing.entry for line in lines)
        ],
    )


def _some(days: list[str]) -> list[str]:
    """Gets days spread over all of them, the last one among them."""
    if len(days) <= MOST_DATES:
        return days
    step = (len(days) - 1) / (MOST_DATES - 1)
    return [days[round(number * step)] for number in range(MOST_DATES)]
