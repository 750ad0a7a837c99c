"""A figure, and how to measure two things fairly on a machine that is busy with others."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from statistics import median

Work = Callable[[], int]
"""Do some work and return the number of units done."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement in words, and whether it is enough."""

    name: str
    text: str
    enough: bool

    def __str__(self) -> str:
        return f"{'ok  ' if self.enough else 'FAIL'}  {self.name}: {self.text}"


def compare(
    name: str,
    *,
    ours: tuple[str, Work],
    theirs: tuple[str, Work],
    need: float,
    aim: float,
) -> Figure:
    """Measure our work against a yardstick; ``need`` and ``aim`` are ratios of the two rates.

    Both take turns for half a second of processor time each, so that a busy machine slows both; the
    median of the ratios counts, and of the rates the best.
    """
    rounds = [(_rate(ours[1]), _rate(theirs[1])) for _ in range(9)]
    ratio = median(mine / yardstick for mine, yardstick in rounds)
    mine, yardstick = (max(rates) for rates in zip(*rounds, strict=True))
    text = (
        f"{mine:,.0f} {ours[0]}/s, {yardstick:,.0f} {theirs[0]}/s: "
        f"{ratio:.3g} x (needs {need:.3g} x, aims at {aim:.3g} x)"
    )
    return Figure(name, text, ratio >= need)


def _rate(work: Work, seconds: float = 0.5) -> float:
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def count(part: str) -> int:
    """How many figures a module of this package has."""
    return len(import_module(f"tools.bench.{part}").FIGURES)


def measure(part: str, number: int) -> Figure:
    """One of them."""
    one: Callable[[], Figure] = import_module(f"tools.bench.{part}").FIGURES[number]
    return one()
