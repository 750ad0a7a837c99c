"""A flood at one door: ``python -m tools.front_door.flood``, a process beside that of the players.

It reads from standard input who has an account, stays below a rate, and gives way to everybody else
on the machine. At its end it prints how it was answered as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tools.front_door.strangers import (
    DOORS,
    GATE,
    PATIENCE,
    Knock,
    Target,
    idle_at_gate,
    stranger_at,
)

NICENESS: Final = 19


@dataclass(frozen=True, slots=True)
class Flooded:
    """How a flood was answered by status or code, how long it was, and what it spent itself."""

    answers: Counter[int]
    took: float
    processor: float


class Flood:
    """So many strangers at a time, who come no more often than ``rate`` times a second."""

    def __init__(self, strangers: list[Knock], *, rate: float, first: int) -> None:
        self._strangers, self._pause, self._number = strangers, 1 / rate, first
        self._due, self._lock = time.monotonic(), threading.Lock()
        self.answers: Counter[int] = Counter()

    def run(self, seconds: float) -> None:
        """Let them come for so long, and wait until all have been answered."""
        end = time.monotonic() + seconds
        crowd = [threading.Thread(target=self._come, args=(one, end)) for one in self._strangers]
        for one in crowd:
            one.start()
        for one in crowd:
            one.join()

    def _come(self, knock: Knock, end: float) -> None:
        while (number := self._next(end)) is not None:
            answer = knock(number)
            with self._lock:
                self.answers[answer] += 1

    def _next(self, end: float) -> int | None:
        with self._lock:
            self._due = max(self._due + self._pause, time.monotonic())
            due = self._due
            self._number += 1
            number = self._number
        if due >= end:
            return None
        time.sleep(max(0.0, due - time.monotonic()))
        return number


def start_flood(
    door: str, target: Target, *, seconds: float, rate: float, connections: int, first: int
) -> Callable[[], Flooded]:
    """Start a flood in a process of its own; what it returns waits for the end of that."""
    command = [
        sys.executable, "-m", "tools.front_door.flood", door, "--web", str(target.web),
        "--gate", str(target.gate), "--streams", str(target.streams), "--seconds", str(seconds),
        "--rate", str(rate), "--connections", str(connections), "--first", str(first),
    ]  # fmt: skip
    running = subprocess.Popen(  # noqa: S603 (the arguments are ours)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert running.stdin is not None
    running.stdin.write(f"{' '.join(target.known)}\n{' '.join(target.codes)}")
    running.stdin.close()
    running.stdin = None

    def end() -> Flooded:
        said, _error = running.communicate(timeout=seconds + 3 * PATIENCE)
        told = json.loads(said)
        answers = Counter({int(code): count for code, count in told["answers"].items()})
        return Flooded(answers, told["took"], told["processor"])

    return end


def main() -> None:
    """Flood the door that the command line names."""
    parser = ArgumentParser(prog="python -m tools.front_door.flood", description=__doc__)
    parser.add_argument("door", choices=DOORS)
    parser.add_argument("--web", type=int, required=True, help="port of the pages")
    parser.add_argument("--gate", type=int, required=True, help="port of the mail gate")
    parser.add_argument("--streams", type=int, default=0, help="port of the streams")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--rate", type=float, required=True, help="most strangers a second")
    parser.add_argument("--connections", type=int, required=True, help="strangers at a time")
    parser.add_argument("--first", type=int, default=0, help="number of the first stranger")
    asked = parser.parse_args()
    os.nice(NICENESS)
    known, codes = (line.split() for line in sys.stdin.read().split("\n"))
    target = Target(asked.web, asked.gate, known, asked.streams, codes)
    idle = idle_at_gate(target.gate) if asked.door == GATE else []
    began = time.monotonic()
    strangers = [stranger_at(asked.door, target) for _one in range(asked.connections)]
    flood = Flood(strangers, rate=asked.rate, first=asked.first)
    flood.run(asked.seconds)
    took = time.monotonic() - began
    for line in idle:
        line.close()
    print(json.dumps({"answers": flood.answers, "took": took, "processor": time.process_time()}))


if __name__ == "__main__":
    main()
