"""A run that finds growth says so."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.load.memory import Outcome, Samples
from tools.site.spent import Memory


def samples(work: str, most: int | None, *sizes: float) -> Samples:
    taken = [(1_000 * count, Memory(size + 20, size)) for count, size in enumerate(sizes)]
    return Samples(work, most, 1_000 * (len(sizes) - 1), taken)


def outcome(web: Samples, answers: dict[str, int] | None = None) -> Outcome:
    worker = samples("worker", None, *[120.0] * 10)
    return Outcome(web, worker, Counter(answers or {"page 200": 9}), Counter({"sweep": 3}))


def test_a_process_that_warms_up_and_stays_so_passes() -> None:
    found = outcome(samples("web", 150, 60, 110, 120, 121, 120, 122, 121, 121, 120, 122))
    assert found.faults() == []
    lines = list(found.lines())
    assert lines[1].split() == ["0", "80.0", "60.0", "0", "140.0", "120.0"]
    assert lines[-1] == "PASS"


def test_a_run_that_ended_early_does_not_pass() -> None:
    found = samples("web", 150, *[99.0] * 10)
    found.wanted += 1_000
    assert outcome(found).faults() == ["web: not done with 10,000 in time"]


@pytest.mark.parametrize(
    ("web", "answers", "fault"),
    [
        (samples("web", 150, *range(100, 120)), {}, "web: grows by 11.4 %"),
        (samples("web", 150, *[151.0] * 10), {}, "web: 151 MB, more than 150"),
        (samples("web", 150, *[99.0] * 10), {"page 500": 2}, "2 x page 500"),
        (samples("web", 150, *[99.0] * 10), {"ConnectionRefusedError 0": 1}, "1 x Connection"),
    ],
)
def test_growth_and_failures_are_found(web: Samples, answers: dict[str, int], fault: str) -> None:
    found = outcome(web, answers)
    assert found.faults()[0].startswith(fault)
    assert list(found.lines())[-1] == "FAIL"
