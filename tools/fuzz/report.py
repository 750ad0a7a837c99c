"""What came of the requests, by view and status, and how to repeat those that failed."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.fuzz.sending import Outcome, Request

LONGEST = 2000
"""Characters of a body that are printed."""


@dataclass(slots=True)
class Report:
    """Counts of statuses by view, and the failures with their numbers."""

    counts: dict[str, Counter[int]] = field(default_factory=dict)
    failures: list[tuple[int, Request, Outcome]] = field(default_factory=list)
    stopped: bool = False
    """Whether somebody stopped the run before its end."""

    def add(self, number: int, request: Request, outcome: Outcome) -> None:
        self.counts.setdefault(outcome.view, Counter())[outcome.status] += 1
        if outcome.error:
            self.failures.append((number, request, outcome))

    def statuses(self) -> Counter[int]:
        return sum(self.counts.values(), Counter())

    def lines(self) -> Iterator[str]:
        """The table of views, and the sums."""
        for view, counts in sorted(self.counts.items()):
            said = " ".join(f"{status}: {count}" for status, count in sorted(counts.items()))
            yield f"  {view:<40} {said}"
        total = self.statuses()
        yield f"{total.total()} requests to {len(self.counts)} views:"
        yield "  " + ", ".join(f"{count} with {status}" for status, count in sorted(total.items()))

    def troubles(self, seed: str) -> Iterator[str]:
        """One of each kind of failure: the request, what it raised, and how to repeat it."""
        kinds: dict[str, list[tuple[int, Request, Outcome]]] = {}
        for failure in self.failures:
            kinds.setdefault(_kind(failure[2].error), []).append(failure)
        for kind, several in kinds.items():
            number, request, outcome = several[0]
            others = ", ".join(str(one[0]) for one in several[1:8])
            yield f"\nFAILED {kind}: {len(several)} requests, first {number} ({outcome.view})"
            yield f"  repeat: python -m tools.fuzz --seed {shlex.quote(seed)} --only {number}"
            if others:
                yield f"  and: {others}"
            address = f"{request.path[:LONGEST]}?{request.query[:LONGEST]}"
            yield f"  {request.who}: {request.method} {address}"
            yield f"  {json.dumps(request.headers)[:LONGEST]}"
            yield f"  {request.body[:LONGEST]!r}"
            yield outcome.error.rstrip()


def _kind(error: str) -> str:
    """The last place in files of the site, and the exception."""
    lines = error.rstrip().splitlines()
    places = [line.strip() for line in lines if "/games/" in line or "/ttr_site/" in line]
    return f"{lines[-1][:120]} at {places[-1] if places else '?'}"
