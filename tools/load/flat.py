"""What a large database costs more than a small one: queries, rows read, time, visit by visit."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

MORE_ROWS: Final = 1.15
ROWS: Final = 40
"""Rows that may be more because the games of strangers differ."""
MORE_TIME: Final = 1.15
Measured = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Growth:
    """A visit in two databases; ``seconds`` are None where no time was taken."""

    name: str
    queries: tuple[int, int]
    rows: tuple[int, int]
    seconds: tuple[float, float] | None
    where: str
    """The tables and indexes of which most was read more, or ""."""

    @property
    def asks_more(self) -> bool:
        """Whether the large database is asked more often, or reads more."""
        few, many = self.rows
        return self.queries[1] > self.queries[0] or many > few * MORE_ROWS + ROWS

    @property
    def takes_longer(self) -> bool:
        """Whether the large database takes longer, as far as that was measured."""
        return self.seconds is not None and self.seconds[1] > self.seconds[0] * MORE_TIME

    def __str__(self) -> str:
        text = f"{self.name}: queries {_change(self.queries)}, rows {_change(self.rows)}"
        if self.seconds is not None:
            few, many = self.seconds
            text += f", {few * 1000:.1f} → {many * 1000:.1f} ms ({many / few:.2f} x)"
        return text + (f"; {self.where}" if self.where else "")


def _change(pair: tuple[int, int]) -> str:
    few, many = pair
    return f"{few:,}" if few == many else f"{few:,} → {many:,}"


def compared(small: Measured, large: Measured) -> list[Growth]:
    """Every visit that both databases know, those that grow most first."""
    found = [_growth(name, small[name], large[name]) for name in small if name in large]
    return sorted(found, key=lambda one: one.rows[0] - one.rows[1])


def _growth(name: str, few: dict[str, Any], many: dict[str, Any]) -> Growth:
    more = {
        table: count - few["by_table"].get(table, 0) for table, count in many["by_table"].items()
    }
    most = sorted((table for table in more if more[table] > ROWS), key=lambda one: -more[one])[:3]
    timed = "seconds" in few and "seconds" in many
    return Growth(
        name,
        (few["queries"], many["queries"]),
        (few["rows"], many["rows"]),
        (few["seconds"], many["seconds"]) if timed else None,
        ", ".join(f"{table} +{more[table]:,}" for table in most),
    )


def measured_in_turns(
    databases: tuple[str, str], *, runs: int, only: Sequence[str] = ()
) -> tuple[Measured, Measured]:
    """Measure the small and the large database, in processes of their own.

    With ``runs`` the times are the medians of so many runs, small and large by turns, so that a
    busy machine slows both; without, only queries and rows are counted. ``only`` are the names of
    addresses that are visited, all by default.
    """
    rounds = [
        tuple(
            _measured(database, only, small=at == 0, timed=bool(runs))
            for at, database in enumerate(databases)
        )
        for _ in range(max(1, runs))
    ]
    small, large = zip(*rounds, strict=True)
    return _medians(small), _medians(large)


def _measured(database: str, only: Sequence[str], *, small: bool, timed: bool) -> Measured:
    options = ["--small"] * small + ["--timed"] * timed + ["--only", *only]
    command = [sys.executable, "-m", "tools.load", "measure", "--database", database, *options]
    done = subprocess.run(  # noqa: S603 (the arguments are ours)
        command, check=True, stdout=subprocess.PIPE, text=True
    )
    found: Measured = json.loads(done.stdout.splitlines()[-1])
    return found


def _medians(runs: tuple[Measured, ...]) -> Measured:
    first = runs[0]
    if len(runs) == 1:
        return first
    return {
        name: {**one, "seconds": median(run[name]["seconds"] for run in runs)}
        for name, one in first.items()
        if all(name in run for run in runs)
    }
