"""Points and trains of each seat from turn to turn: two charts and a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import View
from games.drawing.line_chart import Axis, Curve, line_chart
from games.drawing.palette import Tint, seat_tints
from games.log import Milestone

MAX_ROWS = 12
"""The most turns in the table beside the charts; the charts show all."""


def timeline_charts(milestones: Sequence[Milestone], view: View) -> list[SafeString]:
    """The two charts, with a mark at the turn of the view."""
    tints = seat_tints(view.teams)
    pictures = [
        (_("Points on the board, turn by turn"), _("points"), "points"),
        (_("Trains left, turn by turn"), _("trains"), "trains"),
    ]
    return [
        line_chart(
            [_curve(milestones, seat, field, tints[seat]) for seat in view.order],
            title=title,
            x=Axis(_("turn")),
            y=Axis(unit),
            mark=view.turn,
        )
        for title, unit, field in pictures
    ]


def timeline_rows(milestones: Sequence[Milestone], view: View) -> list[dict[str, Any]]:
    """Some of the turns as rows, evenly spread, with the first and the last; the ``numbers`` are
    points and trains of each seat.
    """
    last = len(milestones) - 1
    shown = sorted({round(last * part / (MAX_ROWS - 1)) for part in range(MAX_ROWS)})
    return [
        {
            "turn": mark.turn,
            "seq": mark.seq,
            "numbers": [(mark.points[seat], mark.trains[seat]) for seat in view.order],
        }
        for mark in (milestones[index] for index in shown)
    ]


def _curve(milestones: Sequence[Milestone], seat: int, field: str, tint: Tint) -> Curve:
    points = [(mark.turn, getattr(mark, field)[seat]) for mark in milestones]
    return Curve(tint.letter, points, tint.fill, tint.ink, steps=True)
