"""Rectangles of a map, and how near they come to each other."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(slots=True)
class Slab:
    """A rectangle with a margin: its middle, the direction of its length (a complex number of
    size 1), half of its length and half of its width.
    """

    middle: complex
    way: complex
    length: float
    width: float
    margin: float
    wide: float = field(init=False)
    high: float = field(init=False)
    """Half the width and height of the upright box round it, margin included."""

    def __post_init__(self) -> None:
        cos, sin = abs(self.way.real), abs(self.way.imag)
        self.wide = cos * self.length + sin * self.width + self.margin
        self.high = sin * self.length + cos * self.width + self.margin


def lack(one: Slab, two: Slab) -> float:
    """How much of their margins two rectangles lack, 0 if nothing (separating axes)."""
    gap = two.middle - one.middle
    if abs(gap.real) >= one.wide + two.wide or abs(gap.imag) >= one.high + two.high:
        return 0.0
    margin = one.margin + two.margin
    least = math.inf
    for own, other in ((one, two), (two, one)):
        back = own.way.conjugate()
        apart, turn = gap * back, other.way * back
        cos, sin = abs(turn.real), abs(turn.imag)
        along = own.length + cos * other.length + sin * other.width + margin - abs(apart.real)
        across = own.width + sin * other.length + cos * other.width + margin - abs(apart.imag)
        least = min(least, along, across)
        if least <= 0.0:
            return 0.0
    return least


def stretch(start: complex, end: complex) -> Slab:
    """The straight line between two points, as a rectangle without width."""
    length = abs(end - start)
    return Slab((start + end) / 2, (end - start) / (length or 1.0), length / 2, 0.0, 0.0)
