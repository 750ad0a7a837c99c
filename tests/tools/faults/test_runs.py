"""`make faults`: the plan of its rounds, its bound of time, its results and its verdict."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest

from tests.paths import ROOT
from tools.faults.__main__ import main
from tools.faults.kinds import KINDS, OWN_KINDS, SQLITE_KINDS, plan
from tools.faults.report import rounds_in, verdict
from tools.faults.report import table as report
from tools.site.waiting import Limit

ROUND = {"recovery": 1.0, "moves": 1, "unanswered": 0, "mails": 1, "doubles": 0, "broken": {}}


@pytest.mark.parametrize(("own", "missing"), [(True, set()), (False, {*OWN_KINDS})])
def test_the_short_form_has_every_kind_of_fault_once(own: bool, missing: set[str]) -> None:
    wanted = KINDS.keys() - missing
    beside = plan(1, "", Random("ci"), sqlite=True, own=own)
    kinds = plan(len(wanted) - len(SQLITE_KINDS), "", Random("ci"), sqlite=False, own=own)
    assert sorted(kinds + beside) == sorted(wanted)


def test_rounds_can_be_repeated() -> None:
    assert plan(200, "", Random("a"), sqlite=False) == plan(200, "", Random("a"), sqlite=False)
    assert plan(20, "", Random("a"), sqlite=False) == plan(200, "", Random("a"), sqlite=False)[:20]


def test_a_broken_promise_stands_in_the_row_of_its_kind_and_in_the_sum() -> None:
    rows = report(
        [
            {**ROUND, "kind": "kill-web"},
            {**ROUND, "kind": "two-beats", "broken": {"mails": ["one is lost"]}},
        ]
    )
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
        ([{}, {}], 2, (True, "PASS")),
        ([{}, {"mails": ["one is lost"]}], 2, (False, "FAIL: a promise was broken in 1 rounds.")),
        ([{}, {}], 3, (False, "FAIL: 2 of 3 rounds were played.")),
        ([], 1, (False, "FAIL: 0 of 1 rounds were played.")),
        (
            [{"mails": ["one is lost"]}],
            3,
            (False, "FAIL: 1 of 3 rounds were played; a promise was broken in 1 rounds."),
        ),
    ],
)
def test_a_run_passes_that_played_all_its_rounds_and_broke_nothing(
    broken: list[dict[str, list[str]]], wanted: int, said: tuple[bool, str]
) -> None:
    assert verdict([{**ROUND, "broken": faults} for faults in broken], wanted) == said


def test_the_line_of_a_run_is_no_round_of_it(tmp_path: Path) -> None:
    rounds = [{**ROUND, "kind": kind} for kind in ("kill-web", "two-beats")]
    lines = [{"run": {"engine": "plain", "rounds": 2}}, rounds[0], {"run": {}}, rounds[1]]
    file = tmp_path / "faults.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert rounds_in(file) == rounds


@pytest.mark.parametrize("option", ["--minute=15", "--round=3"])
def test_an_option_that_is_not_written_out_is_refused(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["python -m tools.faults", option])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
