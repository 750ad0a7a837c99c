"""What a measurement prints, kept in a file as well, and on what machine it was made."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO


class Report:
    """Prints lines and writes them into a file."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def say(self, line: str) -> None:
        print(line, flush=True)
        print(line, file=self._file, flush=True)


@contextmanager
def report(keep: Path | None) -> Iterator[Report]:
    """A report that begins with where and when; ``keep`` is the file, None for none."""
    with Path(os.devnull if keep is None else keep).open("w") as file:
        paper = Report(file)
        at = datetime.now(UTC)
        paper.say(f"{at:%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores ({processor()}), load {load()}")
        paper.say(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
        yield paper


def load() -> str:
    """How busy the machine was in the last 1, 5 and 15 minutes: "0.5 1.3 2.4"."""
    return " ".join(f"{one:.1f}" for one in os.getloadavg())


def processor() -> str:
    """The model of the processor, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
