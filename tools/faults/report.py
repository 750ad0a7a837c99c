"""The table at the end of a run, also of a file: `python -m tools.faults.report FILE`."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
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
    lines = Path(sys.argv[1]).read_text().splitlines()
    print("\n".join(table(json.loads(line) for line in lines)))
