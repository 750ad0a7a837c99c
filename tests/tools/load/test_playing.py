"""What a run of load calls a broken promise: slow pages, few moves, mails that come late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.load.players import Tally
from tools.load.playing import Mails, Run


@pytest.fixture
def run() -> Run:
    """A minute of nothing but moves, as promised."""
    return Run(
        tally=Tally(seconds={"move": [0.05] * 100, "page": [0.05] * 100}, moves=2400),
        took=60,
        mails=Mails(written=2400, arrived=2400),
        last_mail=60,
        memory={"web": [150, 149], "worker": [200]},
        processor={"web": 40.0, "worker": 20.0},
        asked=[0, 0, 0, 0],
        only_moves=True,
    )


def test_a_minute_as_promised_passes(run: Run) -> None:
    assert run.faults() == []
    assert list(run.lines())[-1] == "  passes"


@pytest.mark.parametrize("kind", ["move", "page", "season"])
def test_of_moves_and_pages_of_games_95_of_100_take_a_quarter_of_a_second(
    run: Run, kind: str
) -> None:
    run.tally.seconds[kind] = [0.05] * 95 + [0.26] * 5
    assert run.faults() == [f"p95 of {kind} is 260 ms (at most 250 ms)"]
    run.tally.seconds[kind] = [0.05] * 96 + [0.26] * 4
    assert run.faults() == []


@pytest.mark.parametrize("kind", ["look", "reply"])
def test_lists_and_answers_by_mail_may_take_a_second(run: Run, kind: str) -> None:
    run.tally.seconds[kind] = [0.4] * 100
    assert run.faults() == []
    run.tally.seconds[kind] = [1.1] * 100
    assert run.faults() == [f"p95 of {kind} is 1100 ms (at most 1000 ms)"]


def test_forty_moves_a_second_and_the_last_mail_in_a_minute_are_asked_of_moves_alone(
    run: Run,
) -> None:
    slow = replace(run, took=61, last_mail=61)
    assert slow.faults() == [
        "fewer than 40 moves a second",
        "the last mail came after more than 60 s",
    ]
    assert replace(slow, only_moves=False).faults() == []


def test_a_visit_that_failed_or_a_mail_that_was_lost_is_no_pass(run: Run) -> None:
    run.tally.failures["page: 500"] += 1
    lost = replace(run, mails=Mails(written=2400, arrived=2399, lost=("<a>",)))
    assert len(lost.faults()) == 2
    assert list(lost.lines())[-1].startswith("  FAILS: failed: {'page: 500': 1}; ")


def test_a_web_process_that_needs_too_much_memory_is_no_pass(run: Run) -> None:
    large = replace(run, memory={"web": [151, 90], "worker": [200]})
    assert large.faults() == ["a web process needs 151 MB (at most 150 MB)"]
