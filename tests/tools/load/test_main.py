"""The order of a whole measurement, and which databases it compares."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import pytest

from tools.load import __main__ as load
from tools.load.growth import Asked


def done(monkeypatch: pytest.MonkeyPatch, games: int, *parts: str) -> list[str]:
    """What is done and said, with the numbers of games in place of databases."""
    found: list[str] = []
    answers = {"make": "", "visit": {"home": Asked(1, {})}, "play": (["0 moves"], True)}

    def run(work: Any, database: str, *arguments: object) -> Any:
        moves = " --moves" * (arguments[-1] is True)
        found.append(f"{work.__name__} {database.rpartition('_')[2]}{moves}")
        return answers[work.__name__]

    monkeypatch.setattr(load, "in_new_process", run)
    monkeypatch.setattr(load, "create_database", lambda server, name: None)
    asked = Namespace(
        parts=parts or load.PARTS, games=games, server="postgres://x", redis="redis://x",
        seconds=1, templates=2, name="load", only=[],
    )  # fmt: skip
    assert all(list(load.measured(asked, lambda line: found.append(line.strip()))))
    return [line for line in found if line]


def test_a_tenth_and_a_hundredth_are_compared_before_anybody_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = done(monkeypatch, 100_000)
    made = [line for line in lines if line.startswith("make ") and "games" not in line]
    assert made == ["make 1000", "make 10000", "make 100000"]
    assert [line for line in lines if line.startswith("compare")] == [
        "compare 1,000 and 100,000 games",
        "compare 10,000 and 100,000 games",
    ]
    played = [line for line in lines if line.startswith("play ") and "games" not in line]
    assert played == ["play 10000", "play 100000", "play 100000 --moves"]
    assert lines.index("compare 10,000 and 100,000 games") < lines.index("play 10000")


def test_a_short_form_is_compared_with_a_tenth_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = done(monkeypatch, 10_000)
    assert "make 100" not in lines
    assert lines.count("visit 1000") == lines.count("visit 10000") == 1


def test_parts_are_done_again_on_the_databases_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = done(monkeypatch, 10_000, "moves")
    assert [line for line in lines if "games" not in line] == ["play 10000 --moves", "0 moves"]
