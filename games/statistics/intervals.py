"""Wilson's score interval: the uncertainty of a share."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.96
"""Standard deviations of a normal distribution that hold 95% of it."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of 1 with its interval of 95%; ``of`` is what it was measured on."""

    value: float
    low: float
    high: float
    of: int


def share(part: float, of: int) -> Share:
    """The share ``part / of`` with its score interval (E. B. Wilson, 1927, JASA 22, 209).

    ``part`` may be a fraction, where a first place is shared. All is 0 where ``of`` is.

    >>> one = share(9, 30)
    >>> [round(value, 3) for value in (one.value, one.low, one.high)]
    [0.3, 0.167, 0.479]
    >>> share(0, 5).low, round(share(0, 5).high, 3)
    (0.0, 0.434)
    """
    if not of:
        return Share(0.0, 0.0, 0.0, 0)
    p, z2 = part / of, Z * Z / of
    middle = (p + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * sqrt(p * (1 - p) / of + z2 / (4 * of))
    return Share(p, max(0.0, middle - half), min(1.0, middle + half), of)
