"""The command line of the bench."""

from __future__ import annotations

import sys

import pytest

from tools.bench import __main__ as bench
from tools.bench.figure import Figure, at_most


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that are measured; "mails" misses its figure."""
    parts: list[str] = []

    def figures(part: str) -> list[Figure]:
        parts.append(part)
        return [Figure(part, at_most(12, 13 if part == "mails" else 1, "bare pages"))]

    monkeypatch.setattr(bench, "_figures", figures)
    return parts


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *words])
    return bench.main()


def test_without_a_part_all_are_measured_and_one_that_misses_fails(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch) == 1
    assert measured == [*bench.OF_ENGINE, *bench.OF_SITE]
    said = capsys.readouterr().out
    assert "FAIL  mails: 13 bare pages (at most 12)" in said
    assert said.endswith("FAIL\n")


def test_only_the_parts_that_are_named_are_measured(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "pages", "moves") == 0
    assert measured == ["pages", "moves"]
    assert capsys.readouterr().out.endswith("PASS\n")


def test_an_unknown_part_is_refused_with_those_there_are(
    measured: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "page")
    assert "there is no page; there are play, boards, pages" in capsys.readouterr().err
    assert measured == []
