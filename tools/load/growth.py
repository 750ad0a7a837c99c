"""What a large database costs more than a small one: queries, rows read, time, visit by visit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import median
from typing import Any, Final, Self

from games.management.progress import Stream, progress
from tools.site.databases import open_site
from tools.site.waiting import Limit

MORE_ROWS: Final = 1.15
ROWS: Final = 40
"""Rows that may be more because games of other people differ."""
MORE_TIME: Final = 1.15
AGAIN: Final = 3
"""Times as many runs, of a visit that took longer in the first ones."""
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
    """Every visit that both databases know, those that grow most first; see :func:`missing`."""
    found = [_growth(name, small[name], large[name]) for name in small if name in large]
    return sorted(found, key=lambda one: one.rows[0] - one.rows[1])


def missing(small: Measured, large: Measured) -> list[str]:
    """The visits that only one of the databases has, in words: nothing is known of their growth.

    >>> missing({"home": {}, "vote": {}}, {"home": {}})
    ['vote: only in the small database']
    """
    return [
        *(f"{name}: only in the small database" for name in small if name not in large),
        *(f"{name}: only in the large database" for name in large if name not in small),
    ]


def growth_report(
    small: Measured, large: Measured, *, timed: bool = False
) -> tuple[list[str], bool]:
    """What grows or is missing, in lines; whether nothing does.

    ``timed`` says that times were to be taken: then a visit without one is missing, too.
    """
    found, alone = compared(small, large), missing(small, large)
    growing = [one for one in found if one.asks_more or one.takes_longer]
    lines = [*map(str, growing), *alone]
    lines.append(f"{len(growing)} of {len(found)} grow")
    untimed = [one for one in found if one.seconds is None]
    if timed and untimed:
        lines.append(f"{len(untimed)} of {len(found)} were not timed: there was no time left")
        return lines, False
    return lines, not growing and not alone


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


def measured_by_turns(
    databases: tuple[str, str],
    *,
    runs: int,
    screen: Stream,
    only: Sequence[str] = (),
    minutes: float = math.inf,
) -> tuple[Measured, Measured]:
    """Measure the small and the large database, each in a process of its own.

    With ``runs`` the times are the medians of that many runs of every visit, small and large
    alternately, so that a busy machine slows both; without, only queries and rows are counted.
    Visits that took longer are timed again in the end, three times as often, spread over three
    rounds, and by new processes, the large database first: then the shortest time counts, since
    what else the machine does only adds to it. A visit that only one of them has is counted there.
    ``only`` are the names of addresses that are visited, all by default. After ``minutes`` no visit
    is timed.
    """
    limit = Limit(minutes)
    small, large = databases
    found: tuple[Measured, Measured] = ({}, {})
    with _Process(small, only) as few, _Process(large, only) as many:
        every = list(dict.fromkeys([*few.names, *many.names]))
        for name in progress(every, len(every), "Rows  ", screen):
            for process, measured in zip((few, many), found, strict=True):
                if name in process.names:
                    measured[name] = process.ask("count", name)
        if runs:
            names = [name for name in few.names if name in many.names]
            visits = progress(names, len(names), "Times ", screen)
            _time((few, many), found, runs, limit.within(visits, "Visit"), counts=median)
    slow = [one.name for one in compared(*found) if one.takes_longer]
    if slow:
        with _Process(large, only) as many, _Process(small, only) as few:
            visits = progress(slow * AGAIN, len(slow) * AGAIN, "Again ", screen)
            _time((many, few), found[::-1], runs, limit.within(visits, "Visit"), counts=min)
    return found


def _time(
    processes: tuple[_Process, _Process],
    found: tuple[Measured, Measured],
    runs: int,
    names: Iterable[str],
    *,
    counts: Callable[[list[float]], float],
) -> None:
    """Note the time that ``counts`` of all runs of a visit, ``runs`` for each time it is named."""
    seconds = defaultdict[str, tuple[list[float], list[float]]](lambda: ([], []))
    for name in names:
        for _ in range(runs):
            for process, taken in zip(processes, seconds[name], strict=True):
                taken.append(process.ask("time", name)["seconds"])
    for name, both in seconds.items():
        for taken, measured in zip(both, found, strict=True):
            measured[name]["seconds"] = counts(taken)


class _Process:
    """A process that makes visits on a database, one when it is asked to."""

    def __init__(self, database: str, only: Sequence[str]) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        self.names = self._pool.submit(_begin, database, only).result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._pool.shutdown()

    def ask(self, what: str, name: str) -> dict[str, Any]:
        """What a visit costs; see :func:`tools.load.measuring.ask`."""
        return self._pool.submit(_ask, what, name).result()


def _begin(database: str, only: Sequence[str]) -> list[str]:
    open_site(database)
    from tools.load import measuring

    return measuring.begin(only)


def _ask(what: str, name: str) -> dict[str, Any]:
    from tools.load import measuring

    return measuring.ask(what, name)
