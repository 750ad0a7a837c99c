"""The sorts of game that a season is made of, and the tables that come of them."""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]
Teams = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of game that everybody plays ``games`` times.

    ``seats`` are the sizes of table that may be used, the wanted one first; ``team`` is how many
    play together.
    """

    board: str
    seats: tuple[int, ...]
    games: int
    team: int = 1


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table: its players in the order of their seats, and who of them play together."""

    board: str
    players: tuple[int, ...]
    teams: Teams = ()
