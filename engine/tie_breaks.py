"""Tie-breaks: the measures by which a board ranks sides still equal (B-13, A-13, M-4).

Decision 151 says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.model import TieBreak
from engine.events import Score


def measure(score: Score, tie_break: TieBreak) -> int:
    """The number that a tie-break compares; more is better."""
    match tie_break:
        case "longest path":
            return score.longest
        case "mountain tracks":
            return score.mountains or 0
        case "longest path bonus":
            return score.longest_bonus
        case "fewest stations":
            return -len(score.stations or ())


def rank(score: Score, tie_breaks: Sequence[TieBreak]) -> tuple[int, ...]:
    """The numbers that decide a place, in their order: points, completed tickets, tie-breaks."""
    return (score.total, score.completed, *[measure(score, one) for one in tie_breaks])
