"""The table at the end of a run, also of a file: `python -m tools.faults.report FILE`."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


def table(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """A row for each kind of fault, in Markdown, and one for all.

    >>> line = {"kind": "kill-web", "recovery": 2.5, "moves": 7, "unanswered": 3, "mails": 9}
    >>> for row in table([{**line, "doubles": 0, "broken": {}}])[2:]:
    ...     print(row)
    | kill-web | 1 | 0 | 2.5 | 2.5 | 7 | 3 | 9 | 0 |
    | **all** | 1 | 0 | 2.5 | 2.5 | 7 | 3 | 9 | 0 |
    """
    by_kind: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        by_kind[line["kind"]].append(line)
    rows = [
        "| fault | rounds | broken | recovery: median s | longest s"
        " | moves | unanswered | mails | doubled |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    rows += [_row(kind, by_kind[kind]) for kind in sorted(by_kind)]
    return [*rows, _row("**all**", [line for lines in by_kind.values() for line in lines])]


def rounds_in(path: Path) -> list[dict[str, Any]]:
    """The lines of rounds in a file of results, in which a line of its own begins each run."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if "run" not in line]


def verdict(lines: Sequence[Mapping[str, Any]], wanted: int) -> tuple[bool, str]:
    """Whether every round was played and no promise broken, and the sentence that says so."""
    wrong = []
    if len(lines) < wanted:
        wrong.append(f"{len(lines)} of {wanted} rounds were played")
    if broken := sum(bool(line["broken"]) for line in lines):
        wrong.append(f"a promise was broken in {broken} rounds")
    return not wrong, f"FAIL: {'; '.join(wrong)}." if wrong else "PASS"


def _row(name: str, lines: list[Mapping[str, Any]]) -> str:
    times = sorted(line["recovery"] for line in lines)
    cells = (
        name,
        len(lines),
        sum(bool(line["broken"]) for line in lines),
        f"{times[len(times) // 2]:.1f}" if times else "",
        f"{times[-1]:.1f}" if times else "",
        sum(line["moves"] for line in lines),
        sum(line["unanswered"] for line in lines),
        sum(line["mails"] for line in lines),
        sum(line["doubles"] for line in lines),
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    print("\n".join(table(rounds_in(Path(sys.argv[1])))))
