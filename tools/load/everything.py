"""All of it: databases of several sizes, what grows, players on them, then nothing but moves."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Final

from tools.report import report
from tools.site.databases import create_database, drop_database

LARGE: Final = 100_000
"""From this number of games on, a database of a hundredth is compared as well."""


def measure_everything(asked: Namespace) -> bool:
    """Make the databases again, measure, print; whether all was as promised.

    What is printed is also written into the file ``asked.keep``.
    """
    with report(asked.keep) as paper:
        done = all(_parts(asked, paper.say))
        paper.say("PASS" if done else "FAIL")
    return done


def parts_of(games: int) -> tuple[int, ...]:
    """The fractions of the games that databases have, the smallest database first.

    >>> parts_of(100_000), parts_of(10_000)
    ((100, 10, 1), (10, 1))
    """
    return (100, 10, 1) if games >= LARGE else (10, 1)


def _parts(asked: Namespace, say: Callable[[str], None]) -> list[bool]:
    """Whether each part went well; those after a database that could not be made are not done."""
    counts = [asked.games // part for part in parts_of(asked.games)]
    names = [f"{asked.name}_{count}" for count in counts]
    *smaller, large = (f"{asked.server}/{name}" for name in names)
    for name, count in zip(names, counts, strict=True):
        if not asked.again:
            drop_database(asked.server, name)
        if create_database(asked.server, name) and not run_part(
            say, "make", "--games", str(count), "--database", f"{asked.server}/{name}",
            "--templates", str(asked.templates),
        ):  # fmt: skip
            return [False]

    def play(database: str, *options: str) -> bool:
        return run_part(
            say, "play", "--database", database, "--broker", f"{asked.redis}/14",
            "--cache", f"{asked.redis}/15", "--seconds", str(asked.seconds), *options,
        )  # fmt: skip

    # Before players move on them, they differ in nothing but their size. Times are taken of the
    # two that differ most.
    return [
        *(
            run_part(
                say, "flat", "--small", small, "--large", large,
                "--runs", str(asked.runs if small == smaller[0] else 0), "--only", *asked.only,
            )
            for small in smaller
        ),
        play(smaller[-1]),
        play(large),
        play(large, "--moves"),
    ]  # fmt: skip


def run_part(say: Callable[[str], None], *arguments: str) -> bool:
    """Run a part as a command of its own; whether it ended well."""
    say(f"\n$ python -m tools.load {' '.join(arguments)}")
    command = [sys.executable, "-m", "tools.load", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stdout is not None
        for line in running.stdout:
            say(line.rstrip("\n"))
    return running.returncode == 0
