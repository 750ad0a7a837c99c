"""How even a draw is: what a director looks at before anything is announced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from games.leagues.kinds import Drawn


@dataclass(frozen=True, slots=True)
class Imbalance:
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


def imbalance(players: int, tables: Sequence[Drawn]) -> Imbalance:
    """Gets how even the tables of a division of so many players are.

    >>> imbalance(3, [Drawn("usa", (0, 1)), Drawn("usa", (1, 2)), Drawn("usa", (2, 0))]).meetings
    {1: 3}
    """
    met = times_met(tables)
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
    return Imbalance(
        len(tables),
        _spread(games[player] for player in everybody),
        _spread(met[both] for both in pairs),
        _spread(firsts[player] for player in everybody),
        _spread(together[both] for both in pairs) if together else {},
    )


def times_met(tables: Sequence[Drawn]) -> Counter[tuple[int, int]]:
    """Gets how often two players (the lower number first) sit at one table."""
    return Counter(both for table in tables for both in combinations(sorted(table.players), 2))


def _spread(numbers: object) -> dict[int, int]:
    counted = Counter(numbers)  # type: ignore[call-overload]
    return dict(sorted(counted.items()))
