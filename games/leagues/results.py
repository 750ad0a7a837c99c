"""What a settled game of a season says, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: who played for it, its place (1 is best), its score and its tickets.

    ``gone`` are those of its entries that left the table; it scores nothing for them.
    """

    entries: tuple[int, ...]
    place: int
    score: int
    tickets: int
    gone: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Result:
    """A settled game, with all its sides."""

    sides: tuple[Side, ...]

    @property
    def places(self) -> list[int]:
        """The places of the sides, in the order of the sides."""
        return [side.place for side in self.sides]

    @property
    def total(self) -> int:
        """What all sides scored together; who ended below zero counts as zero."""
        return sum(max(side.score, 0) for side in self.sides)
