"""A flood at one endpoint, in a process beside that of the players.

It stays below a rate, and gives way to everybody else on the machine.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from tools.front_door.clients import GATE, PATIENCE, Knock, Target, client_at, idle_at_gate

NICENESS: Final = 19
CONNECTIONS: Final = 8
"""Clients at a time."""


@dataclass(frozen=True, slots=True)
class Flooded:
    """How a flood was answered by status or code, how long it was, and what it spent itself."""

    answers: Counter[int]
    took: float
    processor: float


class Flood:
    """Clients that together send no more than ``rate`` requests a second."""

    def __init__(self, clients: list[Knock], *, rate: float, first: int) -> None:
        self._clients, self._pause, self._number = clients, 1 / rate, first
        self._due, self._lock = time.monotonic(), threading.Lock()
        self.answers: Counter[int] = Counter()

    def run(self, seconds: float) -> None:
        """Let them come for so long, and wait until all have been answered."""
        end = time.monotonic() + seconds
        crowd = [threading.Thread(target=self._come, args=(one, end)) for one in self._clients]
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
    endpoint: str, target: Target, *, seconds: float, rate: float, first: int
) -> Callable[[], Flooded]:
    """Start a flood in a process of its own; what it returns waits for the end of that."""
    process = ProcessPoolExecutor(1, get_context("spawn"))
    running = process.submit(_flood, endpoint, target, seconds, rate, first)

    def end() -> Flooded:
        with process:
            return running.result(seconds + 3 * PATIENCE)

    return end


def _flood(endpoint: str, target: Target, seconds: float, rate: float, first: int) -> Flooded:
    os.nice(NICENESS)
    idle = idle_at_gate(target.gate) if endpoint == GATE else []
    began = time.monotonic()
    clients = [client_at(endpoint, target) for _one in range(CONNECTIONS)]
    flood = Flood(clients, rate=rate, first=first)
    flood.run(seconds)
    took = time.monotonic() - began
    for line in idle:
        line.close()
    return Flooded(flood.answers, took, time.process_time())
