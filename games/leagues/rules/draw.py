"""Draw tables by simulated annealing, so that everybody meets everybody as evenly as possible.

Pairs that are to be kept apart meet only if the numbers force it.

It starts from a random draw and swaps players between tables while that evens out the meetings.
All attempts follow from its dice. Decision 71 says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from games.leagues.rules.schedule import GameKind, Pair, Pairing, Teams
from games.leagues.rules.sizes import sizes_in_units

# Attempts for each place at a table: more make no noticeable difference.
TRIES_PER_SEAT: Final = 400
MAX_TRIES: Final = 60_000
PASSES: Final = 100
START_TEMPERATURE: Final = 1.5
END_TEMPERATURE: Final = 0.05
APART: Final = 1_000
"""The cost of a meeting of two who are to be kept apart: it outweighs any evenness."""


@dataclass(slots=True, eq=False)
class _Table:
    """A table of the draw: units of players that move together."""

    kind: int
    units: list[tuple[int, ...]]

    def players(self) -> list[int]:
        return [player for unit in self.units for player in unit]


class DivisionDraw:
    """All tables of a division, with how often everybody meets everybody."""

    def __init__(self, players: int, dice: Random, apart: Collection[Pair] = ()) -> None:
        self._count = players
        self._dice = dice
        self._kinds: list[GameKind] = []
        self._tables: list[_Table] = []
        self._met = [[0] * players for _ in range(players)]
        self._extra = [[0] * players for _ in range(players)]
        for a, b in apart:
            self._extra[a][b] = self._extra[b][a] = APART

    def add(self, kind: GameKind, units: list[tuple[int, ...]]) -> None:
        """Add the tables of a kind, drawn so that those who have met least sit together.

        Players with most games left to play are seated first, so that everybody gets all games.
        """
        sizes = sizes_in_units(self._count, kind, len(units[0]))
        assert sizes is not None
        left = dict.fromkeys(units, kind.games_each)
        for size in sizes:
            table = _Table(len(self._kinds), [])
            # Random first, so that equals have no fixed order.
            waiting = sorted(left, key=lambda unit: self._dice.random())
            for _seat in range(size):
                most = max(left[unit] for unit in waiting)
                first = [unit for unit in waiting if left[unit] == most]
                chosen = min(first, key=lambda unit: self._meetings(unit, table))
                waiting.remove(chosen)
                table.units.append(chosen)
                left[chosen] -= 1
            self._count_table(table, 1)
            self._tables.append(table)
        self._kinds.append(kind)

    def even_out(self) -> None:
        """Swap players between tables of a kind until nobody meets anybody too often.

        It accepts a worse swap ever more rarely, and keeps the best state seen.
        """
        places = [(table, seat) for table in self._tables for seat in range(len(table.units))]
        tries = min(MAX_TRIES, TRIES_PER_SEAT * len(places))
        cost, ideal = self._cost(), self._ideal()
        best, best_units = cost, self._copy()
        for step in range(tries):
            if best <= ideal:
                break
            table, seat = places[self._below(len(places))]
            other, place = places[self._below(len(places))]
            cost_change = self._exchange_costs(table, seat, other, place)
            if cost_change is None:
                continue
            cooling = (END_TEMPERATURE / START_TEMPERATURE) ** (step / tries)
            temperature = START_TEMPERATURE * cooling
            if cost_change > 0 and self._dice.random() >= exp(-cost_change / temperature):
                continue
            self._exchange(table, seat, other, place)
            cost += cost_change
            if cost < best:
                best, best_units = cost, self._copy()
        for table, units in zip(self._tables, best_units, strict=True):
            table.units = units

    def tables(self) -> list[Pairing]:
        """Return the tables with their teams, in no order of seats yet."""
        teams = self._teams()
        return [
            Pairing(self._kinds[table.kind].board, tuple(table.players()), teams.get(number, ()))
            for number, table in enumerate(self._tables)
        ]

    def _teams(self) -> dict[int, Teams]:
        """Return the teams at the tables that have any, by the number of the table.

        Partners rotate as evenly as possible: each table chooses again in turn, several times over,
        and equal choices are decided at random.
        """
        ways: dict[int, list[Teams]] = {}
        chosen: dict[int, Teams] = {}
        for number, table in enumerate(self._tables):
            size = self._kinds[table.kind].team_size
            if size > 1 and len(table.units[0]) == size:
                chosen[number] = tuple(table.units)
            elif size > 1:
                ways[number] = list(_team_splits(table.players(), size))
        together: Counter[Pair] = Counter()
        for _pass in range(PASSES):
            for number in ways:
                together.subtract(_partners(chosen.get(number, ())))
                least = min(_repetition_cost(way, together) for way in ways[number])
                best = [way for way in ways[number] if _repetition_cost(way, together) == least]
                chosen[number] = best[self._below(len(best))]
                together.update(_partners(chosen[number]))
            if together and max(together.values()) == 1:
                break
        return chosen

    def _meetings(self, unit: tuple[int, ...], table: _Table) -> int:
        met, extra = self._met, self._extra
        return sum(met[a][b] ** 2 + extra[a][b] for a in unit for b in table.players())

    def _count_table(self, table: _Table, by: int) -> None:
        for one, two in combinations(table.units, 2):
            self._count_meeting(one, two, by)

    def _count_meeting(self, one: tuple[int, ...], two: tuple[int, ...], by: int) -> None:
        for a in one:
            for b in two:
                self._met[a][b] += by
                self._met[b][a] += by

    def _exchange_costs(self, table: _Table, seat: int, other: _Table, place: int) -> int | None:
        """Return by how much a swap makes meetings less even; None if it is impossible."""
        one, two = table.units[seat], other.units[place]
        if table is other or table.kind != other.kind or two in table.units or one in other.units:
            return None
        met, extra = self._met, self._extra
        cost_change = 0
        for goes, comes, stays in ((one, two, table.units), (two, one, other.units)):
            for unit in stays:
                # A unit at both tables meets both before and after.
                if unit == goes or (unit in table.units and unit in other.units):
                    continue
                for c in unit:
                    cost_change += sum(2 * met[b][c] + 1 + extra[b][c] for b in comes)
                    cost_change += sum(1 - 2 * met[a][c] - extra[a][c] for a in goes)
        return cost_change

    def _exchange(self, table: _Table, seat: int, other: _Table, place: int) -> None:
        for at in (table, other):
            self._count_table(at, -1)
        table.units[seat], other.units[place] = other.units[place], table.units[seat]
        for at in (table, other):
            self._count_table(at, 1)

    def _cost(self) -> int:
        met, extra = self._met, self._extra
        pairs = combinations(range(self._count), 2)
        return sum(met[a][b] ** 2 + extra[a][b] * met[a][b] for a, b in pairs)

    def _ideal(self) -> int:
        """Return the cost if all pairs met equally often, as far as the numbers allow."""
        pairs = self._count * (self._count - 1) // 2
        times = sum(self._met[a][b] for a, b in combinations(range(self._count), 2))
        often, more = divmod(times, pairs)
        return (pairs - more) * often**2 + more * (often + 1) ** 2

    def _copy(self) -> list[list[tuple[int, ...]]]:
        return [table.units.copy() for table in self._tables]

    def _below(self, limit: int) -> int:
        # random() is the one method that Python promises never to change.
        return int(self._dice.random() * limit)


def _partners(teams: Teams) -> list[Pair]:
    return [both for team in teams for both in combinations(sorted(team), 2)]


def _repetition_cost(teams: Teams, together: Counter[Pair]) -> int:
    return sum(2 * together[both] + 1 for both in _partners(teams))


def _team_splits(players: Sequence[int], size: int) -> Iterator[Teams]:
    """Yield all ways to split players into teams of a size."""
    if not players:
        yield ()
        return
    first, *others = players
    for mates in combinations(others, size - 1):
        rest = [player for player in others if player not in mates]
        for teams in _team_splits(rest, size):
            yield ((first, *mates), *teams)
