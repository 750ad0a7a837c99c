"""How long the move of a plan waits, by lot alone (decision 196).

Nothing here knows what the plan says. Simulations use the same functions with dice of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final, NamedTuple

Draw = Callable[[timedelta, timedelta], timedelta]
"""Draws a time between the shortest and the longest, all equally likely."""

NOTHING: Final = timedelta()
PACES: Final[Mapping[str, tuple[timedelta, timedelta]]] = {
    "minutes": (NOTHING, NOTHING),
    "hour": (timedelta(minutes=18), timedelta(minutes=100)),
    "half-day": (timedelta(hours=3), timedelta(hours=12)),
}
"""From then until the move, by the pace of the table."""
ONE_IN: Final = 4
"""One time in this many, a plan takes as long after a claim as its owner may do."""
SHORTEST_USUAL: Final = timedelta(hours=3)
"""Who plays by plans usually takes minutes, and what such a wait is to hide takes hours."""


class Wait(NamedTuple):
    """The time from when a plan has been asked until its owner is, or until it moves."""

    asks: timedelta
    moves: timedelta


def draw_wait(pace: str, *, claimed: bool, usual: timedelta, draw: Draw) -> Wait:
    """Draw how long a plan waits once it has been asked.

    ``claimed`` says that the turn before was a claim, ``usual`` is the time that its owner usually
    takes for a turn. A move that looks as if its owner had been asked waits as long as an answer;
    the question itself never waits for that, since the answer follows it.
    """
    wait = draw(*PACES[pace])
    lot = draw(NOTHING, timedelta(seconds=ONE_IN))
    answer = draw(NOTHING, 2 * max(usual, SHORTEST_USUAL))
    if claimed and lot < timedelta(seconds=1):
        return Wait(wait, wait + answer)
    return Wait(wait, wait)
