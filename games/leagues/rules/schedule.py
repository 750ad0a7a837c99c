"""Kinds of game that everybody plays, the tables drawn of them, and how even a draw is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Pair = tuple[int, int]
Teams = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class GameKind:
    """A kind of game that everybody plays ``games_each`` times.

    ``table_sizes`` are the allowed ones, the preferred one first; ``team_size`` is how many play
    together.
    """

    board: str
    table_sizes: tuple[int, ...]
    games_each: int
    team_size: int = 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table: its players in the order of their seats, and which of them play together."""

    board: str
    players: tuple[int, ...]
    teams: Teams = ()


@dataclass(frozen=True, slots=True)
class DrawBalance:
    """Counts over the tables of a division.

    ``meetings`` says how many pairs of players meet how often, ``partners`` how many pairs play
    together how often (only where there are teams), ``firsts`` how many players sit first how
    often, ``games`` how many players play how many games: ``{times: how many}``, fewest first.
    """

    tables: int
    games: dict[int, int]
    meetings: dict[int, int]
    firsts: dict[int, int]
    partners: dict[int, int]


def draw_balance(players: int, tables: Sequence[Pairing]) -> DrawBalance:
    """Return the balance of the tables of a division of n players.

    >>> tables = [Pairing("usa", (0, 1)), Pairing("usa", (1, 2)), Pairing("usa", (2, 0))]
    >>> draw_balance(3, tables).meetings
    {1: 3}
    """
    met = count_meetings(tables)
    firsts = Counter(table.players[0] for table in tables)
    games = Counter(player for table in tables for player in table.players)
    together = Counter(
        tuple(sorted(mates))
        for table in tables
        for team in table.teams
        for mates in combinations(team, 2)
    )
    everybody = range(players)
    pairs = list(combinations(everybody, 2))
    return DrawBalance(
        len(tables),
        _spread(games[player] for player in everybody),
        _spread(met[both] for both in pairs),
        _spread(firsts[player] for player in everybody),
        _spread(together[both] for both in pairs) if together else {},
    )


def count_meetings(tables: Sequence[Pairing]) -> Counter[tuple[int, int]]:
    """Return the number of tables at which two players (the lower number first) both sit."""
    return Counter(both for table in tables for both in combinations(sorted(table.players), 2))


def _spread(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))
