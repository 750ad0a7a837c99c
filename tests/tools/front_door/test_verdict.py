"""When players count as having kept their pace beside a flood, and when not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools.front_door.clients import LOG_IN, WEBHOOK
from tools.front_door.verdict import HEAD, Case
from tools.load.players import Tally

REFUSED = Counter({200: 5, 429: 30})


def played(*milliseconds: float, moves: int | None = None, failures: Any = ()) -> Tally:
    """Players who made a move at each of these times."""
    tally = Tally(moves=len(milliseconds) if moves is None else moves, failures=Counter(failures))
    tally.seconds["move"] += [one / 1000 for one in milliseconds]
    return tally


def case(
    quiet: Tally | None = None,
    beside: Tally | None = None,
    answers: Counter[int] = REFUSED,
    endpoint: str = LOG_IN,
) -> Case:
    return Case(
        endpoint, quiet or played(*[20] * 40), beside or played(*[30] * 40), answers, took=10
    )


def test_players_who_take_a_little_longer_keep_their_pace() -> None:
    found = case()
    assert list(found.faults()) == []
    line = found.line(list(found.faults()))
    assert line.endswith(
        "| 20 ms | 30 ms | 1.5 | 20 ms | 30 ms | 30 ms | 40 | 200: 5, 429: 30 | 4 | PASS |"
    )
    assert line.count("|") == HEAD.count("|")


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        (case(beside=played(*[41] * 40)), "the median is 2.05 times as long (at most 2)"),
        (case(beside=played(*[20] * 30, *[300] * 10)), "p95 is 300 ms (at most 250 ms)"),
        (case(beside=played(20, 20, 20, moves=2)), "1 moves beside it were not accepted"),
        (case(beside=played(20, 20, failures=["page 429"])), "failed beside it: {'page 429': 1}"),
        (case(quiet=played(20, 20, failures=["page 500"])), "failed before: {'page 500': 1}"),
        (case(beside=played()), "nobody played beside it"),
        (case(answers=Counter({200: 99})), "nothing of the flood was refused"),
        (case(answers=Counter({404: 99})), "nothing of the flood was refused"),
        (case(answers=Counter({200: 9}), endpoint=WEBHOOK), "nothing of the flood was refused"),
        (case(answers=REFUSED + Counter({500: 3})), "3 anonymous users were answered 500"),
    ],
)
def test_each_broken_promise_is_named(found: Case, fault: str) -> None:
    assert list(found.faults()) == [fault]
    assert f"FAIL: {fault} |" in found.line(list(found.faults()))


def test_an_anonymous_user_without_the_secret_is_refused_at_the_webhook_by_404() -> None:
    found = case(answers=Counter({200: 50, 404: 50}), endpoint=WEBHOOK)
    assert list(found.faults()) == []


def test_bounds_may_be_wider() -> None:
    slow = case(beside=played(*[900] * 40))
    assert len(list(slow.faults())) == 2
    assert list(slow.faults(slowest=1000, ratio=50)) == []
