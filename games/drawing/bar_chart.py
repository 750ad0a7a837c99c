"""A bar chart as an SVG picture, in the manner of :mod:`games.drawing.line_chart`.

Each bar may have a whisker for its interval, and a second bar beside it, which is hatched by its
outline and not by its colour alone. The same data belong in a table beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from games.drawing.line_chart import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    axis_names,
    chart_opening,
    grid_line,
    round_ticks,
)

MOST_WORDS: Final = 16
"""Labels below the bars; of more bars only some are written."""
SIXTH: Final = 6
HEIGHT: Final = 250


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what is written below it, its height, and its interval if it has one.

    ``beside`` is the height of the second bar.
    """

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    beside: float | None = None


def bar_chart(
    bars: Sequence[Bar],
    *,
    title: str,
    desc: str = "",
    x: str,
    y: str,
    mark: float | None = None,
) -> str:
    """A chart of bars, from 0 or below.

    :param title: what the picture shows, in a sentence; ``desc`` says what is most of it.
    :param mark: a height at which a broken line is drawn across, such as an expectation.
    """
    heights = [
        value
        for bar in bars
        for value in (bar.value, bar.high, bar.low, bar.beside, mark)
        if value is not None
    ]
    low, high = min(0.0, *heights), max(0.0, *heights)
    ticks = round_ticks(low, high if high > low else low + 1)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    foot = HEIGHT - BOTTOM
    room = (WIDTH - LEFT - RIGHT) / max(1, len(bars))

    def up(value: float) -> float:
        return foot - (value - low) / (high - low) * (foot - TOP)

    described = f"<desc>{escape(desc)}</desc>" if desc else ""
    parts = [chart_opening(title, HEIGHT), described]
    parts += [grid_line(up(tick), f"{tick:g}") for tick in ticks]
    every = -(-len(bars) // MOST_WORDS)
    for number, bar in enumerate(bars):
        left = LEFT + number * room
        parts.append(_bar(bar, left, room, up))
        if number % every == 0:
            parts.append(
                f'<text class="chart-word" x="{left + room / 2:.1f}" y="{foot + 17}" '
                f'text-anchor="middle">{escape(bar.label)}</text>'
            )
    if mark is not None:
        parts.append(f'<path class="chart-mark" d="M{LEFT} {up(mark):.1f}H{WIDTH - RIGHT}"/>')
    parts += [axis_names(x, y, HEIGHT), "</svg>"]
    return "".join(parts)


def _bar(bar: Bar, left: float, room: float, up: Callable[[float], float]) -> str:
    gap = room / SIXTH if room > 2 * SIXTH else 1
    wide = room - 2 * gap
    if bar.beside is None:
        drawn = _box("bar", left + gap, wide, bar.value, up)
    else:
        drawn = _box("bar", left + gap, wide / 2, bar.value, up)
        drawn += _box("bar bar-beside", left + gap + wide / 2, wide / 2, bar.beside, up)
    if bar.low is not None and bar.high is not None:
        middle, arm = left + room / 2, min(7.0, wide / 4)
        drawn += (
            f'<path class="bar-whisker" d="M{middle:.1f} {up(bar.low):.1f}V{up(bar.high):.1f}'
            f"M{middle - arm:.1f} {up(bar.high):.1f}h{2 * arm:.1f}"
            f'M{middle - arm:.1f} {up(bar.low):.1f}h{2 * arm:.1f}"/>'
        )
    return drawn


def _box(style: str, left: float, wide: float, value: float, up: Callable[[float], float]) -> str:
    top, bottom = sorted((up(value), up(0)))
    return (
        f'<rect class="{style}" x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" '
        f'height="{bottom - top:.1f}"/>'
    )
