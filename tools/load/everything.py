"""All of it: two databases, what grows, players on each, nothing but moves on the large one."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.load.site import create_database, drop_database
from tools.report import Report, report

TENTH: Final = 10


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


class _Everything:
    def __init__(self, plan: Plan, paper: Report) -> None:
        self._plan = plan
        self._print = paper.say

    def measured(self) -> bool:
        plan = self._plan
        counts = (plan.games // TENTH, plan.games)
        small, large = (f"{plan.server}/{plan.name}_{count}" for count in counts)
        for database, count in zip((small, large), counts, strict=True):
            name = database.rpartition("/")[2]
            if not plan.again:
                drop_database(plan.server, name)
            if create_database(plan.server, name) and not self._make(database, count):
                return False
        # Before players move on both, the two differ in nothing but their size.
        done = [
            self._run(
                "flat", "--small", small, "--large", large, "--runs", str(plan.runs),
                "--only", *plan.only,
            ),
            self._play(small),
            self._play(large),
            self._play(large, "--moves"),
        ]  # fmt: skip
        self._print("PASS" if all(done) else "FAIL")
        return all(done)

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
