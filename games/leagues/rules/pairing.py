"""Pairings of a division; the same players and seed give the same tables on every machine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random

from games.leagues.rules.draw import DivisionDraw
from games.leagues.rules.schedule import GameKind, Pair, Pairing
from games.leagues.rules.seating import assign_seats
from games.leagues.rules.sizes import sizes_in_units


@dataclass(frozen=True, slots=True)
class PairingObstacle:
    """The kind of game that n players cannot be paired for.

    ``unit`` is how many of them sit together at every table: 1, or the size of a team.
    """

    kind: GameKind
    players: int
    unit: int

    @property
    def splits_units(self) -> bool:
        """Whether the players do not divide into whole units."""
        return self.players % self.unit != 0

    @property
    def too_few(self) -> bool:
        """Whether they do not even fill the smallest table."""
        return self.players < min(self.kind.table_sizes)

    def nearest_counts(self) -> list[int]:
        """The nearest numbers of players that could be paired, three at most, ascending."""
        counts = [
            count
            for count in range(max(2, self.players - 6), self.players + 7)
            if count % self.unit == 0 and sizes_in_units(count, self.kind, self.unit) is not None
        ]
        return sorted(sorted(counts, key=lambda count: abs(count - self.players))[:3])


def draw_pairings(
    players: int,
    kinds: Sequence[GameKind],
    *,
    seed: str,
    pairs: Sequence[Pair] = (),
    apart: Collection[Pair] = (),
) -> list[Pairing]:
    """Return the tables of a division of players 0, 1, 2 and so on, sorted by kind.

    ``pairs`` stay together on boards with teams; without them partners rotate. Players ``apart``
    sit at one table only if the numbers force it.

    :raises ValueError: if there is a `pairing_obstacle`, or ``pairs`` do not name everybody once.
    """
    dice = Random(f"night-mail/pairing/1 {seed}")  # noqa: S311
    draw = DivisionDraw(players, dice, apart)
    for kind in kinds:
        draw.add(kind, _units(players, kind, pairs))
    draw.even_out()
    return assign_seats(draw.tables())


def pairing_obstacle(
    players: int, kinds: Sequence[GameKind], *, paired: bool = False
) -> PairingObstacle | None:
    """Return the first kind of game for which n players cannot be paired, None if they can."""
    for kind in kinds:
        unit = kind.team_size if paired and kind.team_size > 1 else 1
        if players % unit or sizes_in_units(players, kind, unit) is None:
            return PairingObstacle(kind, players, unit)
    return None


def can_pair(players: int, kinds: Sequence[GameKind], *, paired: bool = False) -> bool:
    """Whether n players can be paired."""
    return pairing_obstacle(players, kinds, paired=paired) is None


def _units(players: int, kind: GameKind, pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
    if obstacle := pairing_obstacle(players, [kind], paired=bool(pairs)):
        raise ValueError(f"These players cannot be paired: {obstacle}")
    if pairs and kind.team_size > 1:
        if sorted(player for unit in pairs for player in unit) != list(range(players)):
            raise ValueError("The pairs must name every player once.")
        return [tuple(unit) for unit in pairs]
    return [(player,) for player in range(players)]
