"""All of it: databases of several sizes, what grows, players on them, then nothing but moves."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.report import Report, report
from tools.site.databases import create_database, drop_database

TENTH: Final = 10
HUNDREDTH: Final = 100
LARGE: Final = 100_000
"""From so many games on, one of a hundredth is compared as well."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured where: addresses of servers, and the numbers of games, seconds and runs."""

    games: int
    server: str
    redis: str
    seconds: float
    runs: int
    templates: int
    name: str
    """How the names of the databases begin."""
    only: list[str]
    again: bool
    """Whether to measure the databases of an earlier run, on which players have moved."""


def measure_everything(plan: Plan, keep: Path | None) -> bool:
    """Make the databases anew, measure, print; whether all was as promised.

    What is printed is also written into the file ``keep``.
    """
    with report(keep) as paper:
        return _Everything(plan, paper).measured()


def parts_of(games: int) -> tuple[int, ...]:
    """The parts of so many games that smaller databases have, the smallest database first.

    >>> parts_of(100_000), parts_of(10_000)
    ((100, 10), (10,))
    """
    return (HUNDREDTH, TENTH) if games >= LARGE else (TENTH,)


class _Everything:
    def __init__(self, plan: Plan, paper: Report) -> None:
        self._plan = plan
        self._print = paper.say

    def measured(self) -> bool:
        parts, games = parts_of(self._plan.games), self._plan.games
        *smaller, large = (self._database(games // part) for part in (*parts, 1))
        for database, part in zip((*smaller, large), (*parts, 1), strict=True):
            if not self._made(database, games // part):
                return False
        # Before players move on them, they differ in nothing but their size. Times are taken of
        # the two that differ most.
        done = [
            self._compare(database, large, self._plan.runs if database == smaller[0] else 0)
            for database in smaller
        ]
        done += [self._play(smaller[-1]), self._play(large), self._play(large, "--moves")]
        self._print("PASS" if all(done) else "FAIL")
        return all(done)

    def _database(self, games: int) -> str:
        return f"{self._plan.server}/{self._plan.name}_{games}"

    def _made(self, database: str, games: int) -> bool:
        """Make a database anew, or leave the one of an earlier run; whether it is there."""
        name = database.rpartition("/")[2]
        if not self._plan.again:
            drop_database(self._plan.server, name)
        return not create_database(self._plan.server, name) or self._make(database, games)

    def _compare(self, small: str, large: str, runs: int) -> bool:
        return self._run(
            "flat", "--small", small, "--large", large, "--runs", str(runs),
            "--only", *self._plan.only,
        )  # fmt: skip

    def _make(self, database: str, games: int) -> bool:
        return self._run(
            "make", "--games", str(games), "--database", database,
            "--templates", str(self._plan.templates),
        )  # fmt: skip

    def _play(self, database: str, *options: str) -> bool:
        return self._run(
            "play", "--database", database, "--broker", f"{self._plan.redis}/14",
            "--cache", f"{self._plan.redis}/15", "--seconds", str(self._plan.seconds), *options,
        )  # fmt: skip

    def _run(self, *arguments: str) -> bool:
        """Run a part as a command of its own; whether it ended well."""
        self._print(f"\n$ python -m tools.load {' '.join(arguments)}")
        command = [sys.executable, "-m", "tools.load", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
            assert running.stdout is not None
            for line in running.stdout:
                self._print(line.rstrip("\n"))
        return running.returncode == 0
