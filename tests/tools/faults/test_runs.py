"""`make faults`: the plan of its rounds, its bound of time, its report and its verdict."""

from __future__ import annotations

import re
import sys
from random import Random

import pytest

from tests.paths import ROOT
from tools.faults.__main__ import main
from tools.faults.kinds import KINDS, ON_SQLITE, OWN_KINDS, plan
from tools.faults.report import failures
from tools.faults.report import table as report
from tools.faults.rounds import Outcome
from tools.site.waiting import Limit

BROKEN = {"mails": ["one is lost"]}


@pytest.mark.parametrize(("own", "missing"), [(True, set()), (False, {*OWN_KINDS})])
def test_the_short_form_has_every_kind_of_fault_once(own: bool, missing: set[str]) -> None:
    wanted = KINDS.keys() - missing - {ON_SQLITE}
    assert sorted(plan(len(wanted), "", Random("ci"), own=own)) == sorted(wanted)


def test_rounds_of_one_kind_alone_are_of_that_kind() -> None:
    assert plan(2, "kill-web", Random("ci"), own=False) == ["kill-web", "kill-web"]


def test_rounds_can_be_repeated() -> None:
    assert plan(200, "", Random("a"), own=False) == plan(200, "", Random("a"), own=False)
    assert plan(20, "", Random("a"), own=False) == plan(200, "", Random("a"), own=False)[:20]


def test_a_broken_promise_stands_in_the_row_of_its_kind_and_in_the_sum() -> None:
    rows = report([Outcome(1, "kill-web"), Outcome(2, "two-beats", broken=BROKEN)])
    assert [row.split(" | ")[:3] for row in rows[2:]] == [
        ["| kill-web", "1", "0"],
        ["| two-beats", "1", "1"],
        ["| **all**", "2", "1"],
    ]


def test_ci_and_the_handbook_name_as_many_rounds_as_play_each_kind_once() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    handbook = (ROOT / "docs" / "operations.md").read_text()
    short = str(len(KINDS) - len(OWN_KINDS))
    assert {*re.findall(r"ROUNDS=(\d+)", ci)} == {short}
    assert re.findall(r"`ROUNDS=(\d+)`", handbook) == [str(len(KINDS)), short]


def test_no_round_begins_after_the_minutes_of_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    at = [1000.0]
    monkeypatch.setattr("tools.site.waiting.time.monotonic", lambda: at[0])
    limit = Limit(90)
    at[0] += 60 * 88  # it was prepared
    begun = []
    for number in limit.within(range(1, 501), "Round"):
        begun.append(number)
        at[0] += 50
    assert begun == [1, 2, 3]
    assert "Round 4 does not begin: 90 minutes are over." in capsys.readouterr().out
    assert limit.left() == 0


@pytest.mark.parametrize(
    ("broken", "wanted", "said"),
    [
        ([{}, {}], 2, []),
        ([{}, BROKEN], 2, ["a promise was broken in 1 rounds"]),
        ([{}, {}], 3, ["2 of 3 rounds were played"]),
        ([], 1, ["0 of 1 rounds were played"]),
        ([BROKEN], 3, ["1 of 3 rounds were played", "a promise was broken in 1 rounds"]),
    ],
)
def test_a_run_passes_that_played_all_its_rounds_and_broke_nothing(
    broken: list[dict[str, list[str]]], wanted: int, said: list[str]
) -> None:
    outcomes = [Outcome(1, "kill-web", broken=faults) for faults in broken]
    assert failures(outcomes, wanted) == said


@pytest.mark.parametrize("option", ["--minute=15", "--round=3"])
def test_an_option_that_is_not_written_out_is_refused(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["python -m tools.faults", option])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
