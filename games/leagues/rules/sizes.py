"""Sizes of tables and of divisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from games.leagues.rules.schedule import GameKind


def table_sizes(players: int, games: int, seats: Sequence[int]) -> list[int] | None:
    """Return the sizes of the tables that give each player ``games`` games.

    The sizes come from ``seats``, of which the first is preferred: as many tables as possible have
    it, then as many as possible the second, and so on. None if no combination fits, or there are
    fewer players than seats.

    >>> table_sizes(10, 3, [4, 3])
    [4, 4, 4, 4, 4, 4, 3, 3]
    >>> table_sizes(10, 3, [4]) is None
    True
    """
    usable = tuple(size for size in dict.fromkeys(seats) if 1 < size <= players)
    counts = _fill(players * games, usable)
    if counts is None:
        return None
    return [size for size, count in zip(usable, counts, strict=True) for _ in range(count)]


def sizes_in_units(players: int, kind: GameKind, unit: int) -> list[int] | None:
    """Return the sizes of the tables in units: players, or pairs that stay together."""
    return table_sizes(
        players // unit, kind.games_each, [size // unit for size in kind.table_sizes]
    )


def _fill(total: int, sizes: Sequence[int]) -> list[int] | None:
    """Return the count of each size that adds up to the total, using the first ones most."""
    if not sizes:
        return [] if total == 0 else None
    # A later size that occurs as often as the first one has units could be exchanged for it.
    fewest = max(0, total // sizes[0] - sum(sizes))
    for count in range(total // sizes[0], fewest - 1, -1):
        rest = _fill(total - count * sizes[0], sizes[1:])
        if rest is not None:
            return [count, *rest]
    return None


def division_sizes(players: int, wanted: int, fits: Callable[[int], bool]) -> list[int] | None:
    """Return the sizes of the divisions into which n players go, the highest first.

    Every size lies between two thirds and one and a half times the ``wanted`` one and ``fits``.
    The sizes are as near to it as possible; uneven ones are in the lowest divisions. None if there
    is no such split.

    >>> division_sizes(23, 8, lambda size: True)
    [8, 8, 7]
    >>> division_sizes(5, 8, lambda size: True)
    [5]
    """
    if players <= wanted:
        return [players] if players and fits(players) else None
    allowed = [size for size in range(ceil(wanted * 2 / 3), wanted * 3 // 2 + 1) if fits(size)]
    # best[n]: the least squared distance from the wanted size, and the size of the last division.
    best: list[tuple[int, int] | None] = [(0, 0)] + [None] * players
    for count in range(1, players + 1):
        ways = [
            (before[0] + (size - wanted) ** 2, size)
            for size in allowed
            if size <= count and (before := best[count - size]) is not None
        ]
        best[count] = min(ways) if ways else None
    sizes = []
    while players:
        way = best[players]
        if way is None:
            return None
        sizes.append(way[1])
        players -= way[1]
    return sorted(sizes, key=lambda size: abs(size - wanted))
