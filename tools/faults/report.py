"""The table at the end of a run, and whether it passed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from tools.faults.rounds import COUNTS, Outcome


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """A row for each kind of fault, in Markdown, and one for all.

    >>> for row in table([Outcome(1, "kill-web", recovery=2.5)])[2:]:
    ...     print(row)
    | kill-web | 1 | 0 | 2.5 | 2.5 | 0 | 0 | 0 | 0 |
    | **all** | 1 | 0 | 2.5 | 2.5 | 0 | 0 | 0 | 0 |
    """
    by_kind: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_kind[outcome.kind].append(outcome)
    return [
        f"| fault | rounds | broken | recovery: median s | longest s | {' | '.join(COUNTS)} |",
        "|---|---|---|---|---|---|---|---|---|",
        *(_row(kind, by_kind[kind]) for kind in sorted(by_kind)),
        _row("**all**", outcomes),
    ]


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    cells = (
        name,
        len(outcomes),
        sum(bool(one.broken) for one in outcomes),
        f"{median(one.recovery for one in outcomes):.1f}",
        f"{max(one.recovery for one in outcomes):.1f}",
        *(sum(one.counts[name] for one in outcomes) for name in COUNTS),
    )
    return f"| {' | '.join(map(str, cells))} |"


def failures(outcomes: Sequence[Outcome], wanted: int) -> list[str]:
    """Why a run fails: not every round was played, or a promise was broken."""
    found = []
    if len(outcomes) < wanted:
        found.append(f"{len(outcomes)} of {wanted} rounds were played")
    if broken := sum(bool(one.broken) for one in outcomes):
        found.append(f"a promise was broken in {broken} rounds")
    return found
