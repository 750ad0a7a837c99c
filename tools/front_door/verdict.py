"""A flood at one endpoint, and whether players beside it kept their pace.

It runs in a process beside that of the players, stays below a rate, and gives way to everybody else
on the machine.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import median, quantiles
from typing import Final

from tools.front_door.clients import (
    API,
    GATE,
    PAGES,
    PATIENCE,
    READ,
    STREAMS,
    WEBHOOK,
    Knock,
    Target,
    client_at,
    idle_at_gate,
)
from tools.load.players import Tally

NICENESS: Final = 19
CONNECTIONS: Final = 8
"""Clients at a time."""
REFUSALS: Final = frozenset({421, 429, 451, 503})
"""Come again later: too many connections, forms, messages, or passwords to hash."""
NO_SECRET: Final = 404
"""How the webhook refuses who does not know its address."""
BROKEN: Final = 500
OPEN: Final = frozenset({PAGES, API, STREAMS})
"""What a flood of so short a time may read without a refusal."""
RATIO_OF_READERS: Final = 3
"""How many times as long the median may be beside a flood that reads."""
HEAD: Final = (
    "| flood at | p50 before | p50 beside it | ratio | p95 before | p95 beside it | slowest"
    " | moves | answers to the flood | a second | of a core: flood, site | verdict |"
)


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


@dataclass(frozen=True, slots=True)
class Bounds:
    """What "keep their pace" means: of the time that a request takes beside a flood."""

    slowest: float = 250
    """Milliseconds that 95 of 100 requests take at most."""
    ratio: float = 2
    """How many times what it takes without a flood the median may be."""


@dataclass(slots=True)
class Case:
    """The requests of players without and beside a flood at one endpoint, alternately."""

    endpoint: str
    quiet: Tally = field(default_factory=Tally)
    beside: Tally = field(default_factory=Tally)
    answers: Counter[int] = field(default_factory=Counter)
    took: float = 0
    flood: float = 0
    """Seconds of a processor that the flood spent itself."""
    processor: Counter[str] = field(default_factory=Counter)
    """The same of the site and its servers while the flood ran."""

    def add(
        self, quiet: Tally, beside: Tally, flooded: Flooded, spent: Mapping[str, float]
    ) -> None:
        """Add what came of one turn."""
        for whole, part in ((self.quiet, quiet), (self.beside, beside)):
            for kind, seconds in part.seconds.items():
                whole.seconds[kind] += seconds
            whole.moves += part.moves
            whole.failures += part.failures
        self.answers += flooded.answers
        self.took += flooded.took
        self.flood += flooded.processor
        self.processor.update(spent)

    def faults(self, bounds: Bounds) -> Iterator[str]:
        """What was not as promised, or makes the measurement worth nothing."""
        for when, tally in (("before", self.quiet), ("beside it", self.beside)):
            if tally.failures:
                yield f"failed {when}: {dict(tally.failures)}"
            if (asked := len(tally.seconds["move"])) != tally.moves:
                yield f"{asked - tally.moves} moves {when} were not accepted"
            if tally.moves < 2:
                yield f"nobody played {when}"
        refusals = REFUSALS | {NO_SECRET} if self.endpoint == WEBHOOK else REFUSALS
        if self.endpoint not in OPEN and not self.answers.keys() & refusals:
            yield "nothing of the flood was refused"
        if broken := self.answers[BROKEN]:
            yield f"{broken} anonymous users were answered {BROKEN}"
        if not self._paces:
            return
        (before, _slow), (beside, slow) = self._paces
        if slow > bounds.slowest:
            yield f"p95 is {slow:.0f} ms (at most {bounds.slowest:.0f} ms)"
        ratio = max(bounds.ratio, RATIO_OF_READERS) if self.endpoint in READ else bounds.ratio
        if beside > ratio * before:
            yield f"the median is {beside / before:.2f} times as long (at most {ratio:g})"

    def line(self, bounds: Bounds) -> str:
        """The case as a row below :data:`HEAD`."""
        faults = list(self.faults(bounds))
        verdict = f"FAIL: {'; '.join(faults)}" if faults else "PASS"
        if not self._paces:
            return f"| {self.endpoint} | {verdict} |"
        (before, slow_before), (beside, slow) = self._paces
        answers = ", ".join(f"{code or 'none'}: {count:,}" for code, count in self._by_code())
        shares = ", ".join(
            f"{name} {spent / self.took:.2f}"
            for name, spent in [("flood", self.flood), *sorted(self.processor.items())]
        )
        return (
            f"| {self.endpoint} | {before:.0f} ms | {beside:.0f} ms | {beside / before:.1f}"
            f" | {slow_before:.0f} ms | {slow:.0f} ms | {max(_all(self.beside)) * 1000:.0f} ms"
            f" | {self.beside.moves} | {answers} | {self.answers.total() / self.took:.0f}"
            f" | {shares} | {verdict} |"
        )

    def _by_code(self) -> list[tuple[int, int]]:
        return sorted(self.answers.items())

    @property
    def _paces(self) -> tuple[tuple[float, float], ...]:
        """The median and the 95th of 100, in milliseconds, before and beside the flood."""
        both = [_all(self.quiet), _all(self.beside)]
        if min(map(len, both)) < 2:
            return ()
        return tuple(
            (1000 * median(one), 1000 * quantiles(one, n=20, method="inclusive")[-1])
            for one in both
        )


def _all(tally: Tally) -> list[float]:
    return [one for seconds in tally.seconds.values() for one in seconds]
