"""All of it: two databases, players on each, nothing but moves on the large one, what grows."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from tools.load.site import create_database

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


def measure_everything(plan: Plan, keep: Path | None) -> bool:
    """Make the databases where they are missing, measure, print; whether all was as promised.

    What is printed is also written into the file ``keep``.
    """
    with Path(os.devnull if keep is None else keep).open("w") as file:
        return _Everything(plan, file).measured()


class _Everything:
    def __init__(self, plan: Plan, file: IO[str]) -> None:
        self._plan = plan
        self._file = file

    def measured(self) -> bool:
        plan = self._plan
        for line in _about():
            self._print(line)
        counts = (plan.games // TENTH, plan.games)
        small, large = (f"{plan.server}/{plan.name}_{count}" for count in counts)
        for database, count in zip((small, large), counts, strict=True):
            name = database.rpartition("/")[2]
            if create_database(plan.server, name) and not self._make(database, count):
                return False
        done = [
            self._play(small),
            self._play(large),
            self._play(large, "--moves"),
            self._run(
                "flat", "--small", small, "--large", large, "--runs", str(plan.runs),
                "--only", *plan.only,
            ),
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

    def _print(self, line: str) -> None:
        print(line, flush=True)
        print(line, file=self._file, flush=True)


def _about() -> Iterator[str]:
    """Where and when this is measured."""
    at = datetime.now(UTC)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    yield f"{at:%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores ({_processor()}), load before: {load}"
    yield f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
