"""A Gantt chart as SVG: bars of time with now, the expected end and a limit.

A pure function. What has passed is a full bar, what is expected an open one with a dashed edge, so
that colour is never the only sign; what ends too late bears a sign as well. Colours of paper and
ink come from the stylesheet. The same data belong in a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from games.drawing.line_chart import WIDTH, chart_opening

LEFT: Final = 92
RIGHT: Final = 26
ROW: Final = 22
TOP: Final = 26
BAR: Final = 12


@dataclass(frozen=True, slots=True)
class GanttBar:
    """A bar from ``start`` over ``now`` to ``end``, in one measure of time; ``late`` marks it."""

    label: str
    start: float
    now: float
    end: float
    late: bool


def gantt_chart(
    spans: Sequence[GanttBar],
    *,
    title: str,
    limit: float,
    limit_name: str,
    ticks: Sequence[tuple[float, str]],
) -> str:
    """The picture, wide enough for the limit and, up to a point, for what ends after it.

    A bar that leaves the picture ends in an arrow.
    """
    first = min([span.start for span in spans], default=0.0)
    reach = max(limit - first, 1e-9)
    last = min(max([limit, *(span.end for span in spans)]), limit + reach * 0.6) + reach * 0.02
    height = TOP + ROW * len(spans) + 30

    def at(moment: float) -> float:
        part = (min(max(moment, first), last) - first) / (last - first)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    parts = [chart_opening(title, height)]
    foot = height - 24
    for moment, words in ticks:
        if first <= moment <= last:
            parts.append(
                f'<path class="chart-grid" d="M{at(moment):.1f} {TOP - 6}V{foot}"/>'
                f'<text class="chart-word" x="{at(moment):.1f}" y="{foot + 16}" '
                f'text-anchor="middle">{escape(words)}</text>'
            )
    for row, span in enumerate(spans):
        top = TOP + row * ROW + (ROW - BAR) / 2
        parts.append(
            f'<text class="chart-word" x="{LEFT - 8}" y="{top + BAR - 1:.1f}" '
            f'text-anchor="end">{escape(span.label)}</text>'
            + _bar(at(span.start), at(span.now), top, "span-past")
            + _bar(at(span.now), at(span.end), top, "span-late" if span.late else "span-ahead")
        )
        if span.end > last:
            tip = at(span.end)
            parts.append(
                f'<path class="span-arrow" d="M{tip + 3:.1f} {top:.1f}l9 {BAR / 2:.1f}'
                f'-9 {BAR / 2:.1f}z"/>'
            )
    parts.append(
        f'<path class="chart-mark" d="M{at(limit):.1f} {TOP - 8}V{foot}"/>'
        f'<text class="chart-word" x="{at(limit):.1f}" y="12" text-anchor="middle" '
        f'font-weight="600">{escape(limit_name)}</text></svg>'
    )
    return "".join(parts)


def _bar(left: float, right: float, top: float, style: str) -> str:
    if right - left < 0.5:
        return ""
    return (
        f'<rect class="{style}" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{BAR}" rx="2"/>'
    )
