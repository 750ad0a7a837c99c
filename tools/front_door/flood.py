"""A flood at one endpoint, in a process beside that of the players.

It stays below a rate, and gives way to everybody else on the machine.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from tools.front_door.clients import GATE, Knock, Target, client_at, idle_at_gate

NICENESS: Final = 19
CONNECTIONS: Final = 8
"""Clients at a time."""


def flood(
    endpoint: str, target: Target, seconds: float, rate: float, first: int
) -> tuple[Counter[int], float]:
    """Flood an endpoint; how often it answered with each status or code, and how long it took."""
    os.nice(NICENESS)
    idle = idle_at_gate(target.gate) if endpoint == GATE else []
    began = time.monotonic()
    clients = [client_at(endpoint, target) for _one in range(CONNECTIONS)]
    answers = come(clients, seconds, rate=rate, first=first)
    for line in idle:
        line.close()
    return answers, time.monotonic() - began


def come(clients: Sequence[Knock], seconds: float, *, rate: float, first: int) -> Counter[int]:
    """Let clients come with the numbers from ``first`` on, at most ``rate`` requests a second."""
    began = time.monotonic()

    def knock_on(place: int) -> Counter[int]:
        """Let one client come in turn with the others, and make up for answers that took long."""
        answers = Counter[int]()
        number = place
        while (due := number / rate) < seconds and time.monotonic() < began + seconds:
            time.sleep(max(0.0, began + due - time.monotonic()))
            answers[clients[place](first + number)] += 1
            number += len(clients)
        return answers

    with ThreadPoolExecutor(len(clients)) as crowd:
        return sum(crowd.map(knock_on, range(len(clients))), Counter[int]())
