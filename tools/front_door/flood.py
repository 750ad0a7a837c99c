"""A flood at one endpoint, in a process beside that of the players.

It stays below a rate, and gives way to everybody else on the machine.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from typing import Final

from tools.front_door.clients import GATE, Knock, Target, client_at, idle_at_gate

NICENESS: Final = 19
CONNECTIONS: Final = 8
"""Clients at a time."""


class Flood:
    """Clients that come with the numbers after ``first``, at most ``rate`` requests a second."""

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


def flood(
    endpoint: str, target: Target, seconds: float, rate: float, first: int
) -> tuple[Counter[int], float]:
    """Flood an endpoint; how often it answered with each status or code, and how long it took."""
    os.nice(NICENESS)
    idle = idle_at_gate(target.gate) if endpoint == GATE else []
    began = time.monotonic()
    clients = [client_at(endpoint, target) for _one in range(CONNECTIONS)]
    running = Flood(clients, rate=rate, first=first)
    running.run(seconds)
    for line in idle:
        line.close()
    return running.answers, time.monotonic() - began
