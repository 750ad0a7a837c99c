"""Whether players kept their pace beside a flood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import nan
from statistics import median, quantiles
from typing import Final

from tools.front_door.clients import API, PAGES, READ, STREAMS, WEBHOOK
from tools.load.players import Tally

REFUSALS: Final = frozenset({421, 429, 451, 503})
"""Come again later: too many connections, forms, messages, or passwords to hash."""
NO_SECRET: Final = 404
"""How the webhook refuses who does not know its address."""
BROKEN: Final = 500
OPEN: Final = frozenset({PAGES, API, STREAMS})
"""What a flood of so short a time may read without a refusal."""
SLOWEST: Final = 250.0
"""Milliseconds that 95 of 100 requests beside a flood take at most."""
RATIO: Final = 2.0
"""How many times what it takes without a flood the median may be."""
RATIO_OF_READERS: Final = 3
"""How many times as long the median may be beside a flood that reads."""
HEAD: Final = (
    "| flood at | p50 before | p50 beside it | ratio | p95 before | p95 beside it | slowest"
    " | moves | answers to the flood | a second | verdict |"
)


@dataclass(slots=True)
class Case:
    """The requests of players without and beside a flood at one endpoint, alternately."""

    endpoint: str
    quiet: Tally = field(default_factory=Tally)
    beside: Tally = field(default_factory=Tally)
    answers: Counter[int] = field(default_factory=Counter)
    """How often the flood was answered with each status or code."""
    took: float = 0
    """Seconds of the flood."""

    def faults(self, *, slowest: float = SLOWEST, ratio: float = RATIO) -> Iterator[str]:
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
        (before, _slow), (beside, slow) = _pace(self.quiet), _pace(self.beside)
        if slow > slowest:
            yield f"p95 is {slow:.0f} ms (at most {slowest:.0f} ms)"
        if self.endpoint in READ:
            ratio = max(ratio, RATIO_OF_READERS)
        if beside > ratio * before:
            yield f"the median is {beside / before:.2f} times as long (at most {ratio:g})"

    def line(self, faults: Sequence[str]) -> str:
        """The case with its faults as a row below :data:`HEAD`."""
        verdict = f"FAIL: {'; '.join(faults)}" if faults else "PASS"
        (before, slow_before), (beside, slow) = _pace(self.quiet), _pace(self.beside)
        slowest = max(_all(self.beside), default=0) * 1000
        answers = ", ".join(f"{code or 'none'}: {n:,}" for code, n in sorted(self.answers.items()))
        return (
            f"| {self.endpoint} | {before:.0f} ms | {beside:.0f} ms | {beside / before:.1f}"
            f" | {slow_before:.0f} ms | {slow:.0f} ms | {slowest:.0f} ms | {self.beside.moves}"
            f" | {answers} | {self.answers.total() / self.took:.0f} | {verdict} |"
        )


def _pace(tally: Tally) -> tuple[float, float]:
    """The median of all requests and the 95th of 100, in milliseconds; nan where there are few."""
    every = _all(tally)
    if len(every) < 2:
        return nan, nan
    return 1000 * median(every), 1000 * quantiles(every, n=20, method="inclusive")[-1]


def _all(tally: Tally) -> list[float]:
    return [one for seconds in tally.seconds.values() for one in seconds]
