"""The order of a whole measurement, and which databases it compares."""

from __future__ import annotations

from argparse import Namespace

import pytest

from tools.load import everything
from tools.load.everything import measure_everything


def commands(monkeypatch: pytest.MonkeyPatch, games: int) -> list[str]:
    """What a whole measurement runs, with the numbers of games in place of databases."""
    done: list[str] = []

    def run(say: object, *arguments: str) -> bool:
        done.append(" ".join(one.removeprefix("postgres://x/load_") for one in arguments))
        return True

    monkeypatch.setattr(everything, "run_part", run)
    monkeypatch.setattr(everything, "drop_database", lambda server, name: None)
    monkeypatch.setattr(everything, "create_database", lambda server, name: True)
    asked = Namespace(
        games=games, server="postgres://x", redis="redis://x", seconds=1, runs=5, templates=2,
        name="load", only=[], again=False, keep=None,
    )  # fmt: skip
    assert measure_everything(asked)
    return done


def test_a_hundredth_is_compared_by_rows_and_times_and_a_tenth_by_rows_before_anybody_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = commands(monkeypatch, 100_000)
    assert [one.split()[2] for one in done[:3]] == ["1000", "10000", "100000"]
    assert done[3:5] == [
        "flat --small 1000 --large 100000 --runs 5 --only",
        "flat --small 10000 --large 100000 --runs 0 --only",
    ]
    assert [one.split()[2] for one in done[5:]] == ["10000", "100000", "100000"]
    assert done[-1].endswith("--moves")


def test_a_short_form_is_compared_with_a_tenth_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    done = commands(monkeypatch, 10_000)
    assert [one.split()[2] for one in done[:2]] == ["1000", "10000"]
    assert done[2] == "flat --small 1000 --large 10000 --runs 5 --only"
    assert len(done) == 6
