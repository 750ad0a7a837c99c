"""A figure, and how to measure two things fairly on a machine that is busy with others."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from statistics import median
from typing import TypeAlias, TypeVar

from engine.cli.bench import Work, rate

T = TypeVar("T")
Workload: TypeAlias = tuple[str, Work]
"""Work with the name of its units."""


@dataclass(frozen=True, slots=True)
class Value:
    """A measured value with its bound in words, and whether it keeps to it."""

    text: str
    enough: bool


class Figure:
    """What was measured under one name."""

    def __init__(self, name: str, *values: Value) -> None:
        self.name, self.values = name, values

    @property
    def enough(self) -> bool:
        return all(value.enough for value in self.values)

    def __str__(self) -> str:
        said = ", ".join(value.text for value in self.values)
        return f"{'ok  ' if self.enough else 'FAIL'}  {self.name}: {said}"


def at_most(bound: float, value: float, unit: str) -> Value:
    """A value that may not be larger than its bound."""
    return Value(f"{value:,.4g} {unit} (at most {bound:,.4g})", value <= bound)


def at_least(bound: float, value: float, unit: str) -> Value:
    """A value that may not be smaller than its bound."""
    return Value(f"{value:,.4g} {unit} (at least {bound:,.4g})", value >= bound)


def compare(need: float, *, ours: Workload, theirs: Workload) -> Value:
    """Measure our work against a yardstick: the ratio of the two rates is at least ``need``.

    Both take turns for half a second of processor time each, so that a busy machine slows both; the
    median of the ratios counts, and of the rates the best. Each round begins deeper on the stack:
    Python asks the system for 16 KiB of it at a time and gives them back at once, so by chance a
    loop may cross such a border again and again, which costs a page of a game a tenth.
    """
    rounds = [(_below(14 * number, ours[1]), _below(14 * number, theirs[1])) for number in range(9)]
    ratio = median(mine / yardstick for mine, yardstick in rounds)
    mine, yardstick = (max(rates) for rates in zip(*rounds, strict=True))
    rates = f"{mine:,.0f} {ours[0]}/s, {yardstick:,.0f} {theirs[0]}/s"
    return Value(f"{rates}: {ratio:.3g} x (at least {need:.3g} x)", ratio >= need)


def _below(frames: int, work: Work) -> float:
    """The rate of some work below so many frames of the stack."""
    return _below(frames - 1, work) if frames else rate(work, 0.5)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work returns, and its seconds of processor time."""
    began = time.process_time()
    done = work()
    return done, time.process_time() - began


def own_process(begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """A new process, which begins with this call and then does one thing after the other."""
    return ProcessPoolExecutor(1, get_context("spawn"), begin)


def count(part: str) -> int:
    """How many figures a module of this package has."""
    return len(import_module(f"tools.bench.{part}").FIGURES)


def measure(part: str, number: int) -> Figure:
    """One of them."""
    one: Callable[[], Figure] = import_module(f"tools.bench.{part}").FIGURES[number]
    return one()
