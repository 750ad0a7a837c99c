"""What came of the requests, and how to repeat those that failed."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator

from tools.fuzz.sending import Outcome, Request

LONGEST = 2000
"""Characters of a body that are printed."""


class Report:
    """Counts of statuses, and the failures of each kind with their numbers."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.views: set[str] = set()
        self.failures: dict[str, list[tuple[int, Request, Outcome]]] = {}

    def add(self, number: int, request: Request, outcome: Outcome) -> None:
        self.statuses[outcome.status] += 1
        self.views.add(outcome.view)
        if outcome.error:
            failures = self.failures.setdefault(_kind(outcome.error), [])
            failures.append((number, request, outcome))

    def summary(self) -> str:
        """How many requests were answered with which status."""
        counts = ", ".join(
            f"{count} with {status}" for status, count in sorted(self.statuses.items())
        )
        return f"{self.statuses.total()} requests to {len(self.views)} views:\n  {counts}"

    def troubles(self, seed: str) -> Iterator[str]:
        """One of each kind of failure: the request, what it raised, and how to repeat it."""
        for kind, several in self.failures.items():
            number, request, outcome = several[0]
            numbers = " ".join(str(number) for number, _request, _outcome in several[:8])
            yield f"\nFAILED {kind}: {len(several)} requests, first {number} ({outcome.view})"
            yield f"  repeat: python -m tools.fuzz --seed {shlex.quote(seed)} --only {numbers}"
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
