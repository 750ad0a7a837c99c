"""What a large database is asked more than a small one: queries and rows read, visit by visit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MORE_ROWS: Final = 1.15
ROWS: Final = 40
"""Rows that may be more because games of other people differ."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The queries of a piece of work, and the rows that the database read for it.

    ``by_table`` has the rows by table and index; it is empty where the database does not tell.
    """

    queries: int
    by_table: Mapping[str, int]

    @property
    def rows(self) -> int:
        return sum(self.by_table.values())


def grows(small: Asked, large: Asked) -> bool:
    """Whether the large database is asked more often, or reads more."""
    return large.queries > small.queries or large.rows > small.rows * MORE_ROWS + ROWS


def growth_report(small: Mapping[str, Asked], large: Mapping[str, Asked]) -> tuple[list[str], bool]:
    """What grows, or was visited in one database only, in lines; whether nothing is.

    Both map the names of visits to what these ask. What grows most comes first.
    """
    both = [name for name in small if name in large]
    growing = [name for name in both if grows(small[name], large[name])]
    growing.sort(key=lambda name: small[name].rows - large[name].rows)
    faults = [
        *(_growth(name, small[name], large[name]) for name in growing),
        *(f"{name}: only in the small database" for name in small if name not in large),
        *(f"{name}: only in the large database" for name in large if name not in small),
    ]
    return [*faults, f"{len(growing)} of {len(both)} grow"], not faults


def _growth(name: str, small: Asked, large: Asked) -> str:
    """A visit that grows, with the tables and indexes of which most was read more."""
    more = {table: count - small.by_table.get(table, 0) for table, count in large.by_table.items()}
    most = sorted((table for table in more if more[table] > ROWS), key=lambda one: -more[one])[:3]
    return "; ".join(
        [
            f"{name}: queries {small.queries:,} → {large.queries:,},"
            f" rows {small.rows:,} → {large.rows:,}",
            *(f"{table} +{more[table]:,}" for table in most),
        ]
    )
