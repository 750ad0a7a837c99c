"""The first line of a run in its file of results, and the table at its end.

`python -m tools.faults.report FILE` prints the table of a file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import redis
from django.db import connection

from tools.faults.site import Site
from tools.site.processes import ROOT

OPTIONS = ("rounds", "seed", "first", "only", "refusal", "minutes", "own_servers", "sqlite")


def head_line(chosen: argparse.Namespace, site: Site) -> dict[str, Any]:
    """What is said of a run under ``run``, by which it differs from a round."""
    return {
        "run": {
            "began": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": _commit(),
            "engine": site.environment["NIGHT_MAIL_ENGINE"],
            "python": platform.python_version(),
            **_versions(site),
            "cores": os.cpu_count(),
            "load": [round(load, 2) for load in os.getloadavg()],
            "options": {name: getattr(chosen, name) for name in OPTIONS},
        }
    }


def _versions(site: Site) -> dict[str, str]:
    """The versions of the servers that the site uses."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SHOW server_version")
        else:
            cursor.execute("SELECT sqlite_version()")
        (version,) = cursor.fetchone()
    with redis.Redis.from_url(site.broker) as line:
        return {connection.vendor: version, "redis": line.info("server")["redis_version"]}


def _commit() -> str:
    """The commit of this checkout, with a word where files differ from it; "" without Git."""
    git = ["git", "--no-optional-locks", "-C", str(ROOT)]
    try:
        commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, check=True)
        changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit.stdout.decode().strip() + (" and changes" if changed.stdout.strip() else "")


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
