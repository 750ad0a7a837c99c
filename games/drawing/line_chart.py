"""A line chart as an SVG picture: a pure function of its curves, for pages.

Colour is never the only sign: each curve carries its label at its end and a sign of its own on its
line. Colours of paper and ink come from the stylesheet, so that one picture serves day and night.
The same data belong in a table beside it as well, for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final

from django.utils.safestring import SafeString

from games.drawing.palette import FONT

Point = tuple[float, float]

WIDTH: Final = 640
LEFT: Final = 44
RIGHT: Final = 34
TOP: Final = 26
BOTTOM: Final = 34
DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "5 5", "1 4")
APART: Final = 15
"""The distance, in units of the picture, between the labels at the ends of the curves."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart: what is written at its end, its points from left to right, its colour.

    ``steps`` draws it level until the next point, for numbers that jump.
    """

    label: str
    points: Sequence[Point]
    fill: str
    ink: str
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its name, and what is written where; without ``ticks`` round numbers are."""

    name: str
    ticks: Sequence[tuple[float, str]] = ()


def line_chart(
    curves: Sequence[Curve],
    *,
    title: str,
    x: Axis,
    y: Axis,
    height: int = 240,
    mark: float | None = None,
    from_zero: bool = True,
) -> SafeString:
    """A chart of curves; ``mark`` draws an upright line there, such as "you are here".

    :param title: what the picture shows, in a sentence; it is the picture's name.
    :param from_zero: whether the lowest value shown is 0 rather than that of the curves.
    """
    points = [point for curve in curves for point in curve.points]
    x0, x1 = _span([px for px, _ in points], zero=False)
    y0, y1 = _span([py for _, py in points], zero=from_zero)
    upright = y.ticks or [(tick, f"{tick:g}") for tick in round_ticks(y0, y1)]
    if not y.ticks:
        y0, y1 = min(y0, upright[0][0]), max(y1, upright[-1][0])
    level = x.ticks or [
        (tick, f"{tick:g}") for tick in round_ticks(x0, x1, about=8) if x0 <= tick <= x1
    ]

    def at(px: float, py: float) -> Point:
        across = LEFT + (px - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        return across, height - BOTTOM - (py - y0) / (y1 - y0) * (height - TOP - BOTTOM)

    parts = [chart_opening(title, height)]
    parts += [grid_line(at(x0, tick)[1], words) for tick, words in upright]
    for tick, words in level:
        across, _ = at(tick, y0)
        parts.append(
            f'<text class="chart-word" x="{across:.1f}" y="{height - BOTTOM + 17}" '
            f'text-anchor="middle">{escape(words)}</text>'
        )
    parts.append(axis_names(x.name, y.name, height))
    if mark is not None:
        # A script moves it by these two numbers.
        (across, _), (zero, _), (one, _) = at(mark, y0), at(0, y0), at(1, y0)
        parts.append(
            f'<path class="chart-mark" data-zero="{zero:.2f}" data-unit="{one - zero:.4f}" '
            f'transform="translate({across:.1f} 0)" d="M0 {TOP}V{height - BOTTOM}"/>'
        )
    for number, curve in enumerate(curves):
        if curve.points:
            parts.append(_line([at(*point) for point in curve.points], curve, number))
    parts += _ends([(curve, at(*curve.points[-1])) for curve in curves if curve.points], height)
    parts.append("</svg>")
    # Made here, and its words are escaped.
    return SafeString("".join(parts))


def chart_opening(title: str, height: int) -> str:
    """The opening tag of a chart; ``title`` is its name."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{escape(title)}" font-family="{FONT}" font-size="13">'
    )


def grid_line(down: float, words: str) -> str:
    """A line across a chart at a height, with what is written at its left end."""
    return (
        f'<path class="chart-grid" d="M{LEFT} {down:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="chart-word" x="{LEFT - 6}" y="{down + 4:.1f}" text-anchor="end">'
        f"{escape(words)}</text>"
    )


def axis_names(x: str, y: str, height: int) -> str:
    """The names of both axes, in the corners of a chart."""
    return (
        f'<text class="chart-word" x="{WIDTH - RIGHT}" y="{height - 3}" text-anchor="end">'
        f'{escape(x)}</text><text class="chart-word" x="4" y="12">{escape(y)}</text>'
    )


def round_ticks(low: float, high: float, *, about: int = 5) -> list[float]:
    """Round numbers that span ``low`` to ``high``: about n of them.

    >>> round_ticks(0, 87)
    [0, 20, 40, 60, 80, 100]
    >>> round_ticks(1480, 1535)
    [1480, 1490, 1500, 1510, 1520, 1530, 1540]
    """
    rough = (high - low) / about
    size: float = 10 ** floor(log10(rough))
    size *= next(factor for factor in (1, 2, 5, 10) if factor * size >= rough * 0.85)
    if size >= 1:
        size = round(size)
    return [number * size for number in range(floor(low / size), ceil(high / size) + 1)]


def _span(values: Sequence[float], *, zero: bool) -> Point:
    low, high = min(values, default=0), max(values, default=1)
    low = min(low, 0) if zero else low
    # Less than that cannot be told apart in a picture, nor counted in round numbers.
    return (low, high) if high - low > 1e-9 * max(1, abs(low)) else (low, low + 1)


def _line(points: Sequence[Point], curve: Curve, number: int) -> str:
    (x, y), *_rest = points
    path = [f"M{x:.1f} {y:.1f}"]
    for (_, _), (px, py) in pairwise(points):
        path.append(f"H{px:.1f}V{py:.1f}" if curve.steps else f"L{px:.1f} {py:.1f}")
    drawn = "".join(path)
    dash = DASHES[number % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path class="chart-under" d="{drawn}"/>'
        f'<path class="chart-line" d="{drawn}" stroke="{curve.fill}"{dashed}/>'
    )


def _ends(ends: Sequence[tuple[Curve, Point]], height: int) -> list[str]:
    """Write each label at the end of its curve, pushed apart where they would touch."""
    placed: list[tuple[Curve, float, float]] = []
    above = -APART * 1.0
    for curve, (x, y) in sorted(ends, key=lambda end: end[1][1]):
        above = max(y, above + APART)
        placed.append((curve, x, above))
    too_low = max(0.0, above - (height - BOTTOM))
    return [
        f'<g transform="translate({x + 13:.1f} {y - too_low:.1f})">'
        f'<rect class="chart-end" x="-10" y="-7.5" width="20" height="15" rx="3" '
        f'fill="{curve.fill}"/><text y="4.5" text-anchor="middle" font-weight="600" '
        f'fill="{curve.ink}">{escape(curve.label)}</text></g>'
        for curve, x, y in placed
    ]
