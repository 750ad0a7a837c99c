"""Golden records: finished games that mean the same for as long as their rules version lives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine import record, wire

FOLDER = Path(__file__).parents[1] / "golden"
FILES = sorted(FOLDER.glob("*.jsonl"))
REASONS = {"final-round", "passes"}
NO_PASSES = {
    # With so many trains and cards to a seat nobody found a game that runs dry; on Japan a hand
    # that holds its share of all cards can always build a bullet route.
    ("usa", 2), ("japan", 2), ("japan", 3), ("japan", 4), ("japan", 5), ("team-asia", 6),
}  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_still_adds_up(path: Path) -> None:
    with path.open(encoding="utf-8") as lines:
        golden = record.load(lines)
    assert record.check(golden) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_state_and_its_views_are_those_of_the_day_it_was_written(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    golden = record.load(lines)
    game = engine.replay(engine.load_board(golden.header.board), golden.events())
    assert game.outcome is not None
    written = json.loads(lines[-1])["result"]
    assert wire.encode(game.outcome)[2] == written
    assert path.stem.endswith(game.outcome.reason.replace(" ", "-"))


def test_there_is_one_for_every_board_seat_count_and_end_reason() -> None:
    wanted = {
        f"{board}-{seats}-{reason}"
        for board in engine.board_names()
        for seats in engine.load_board(board).seat_counts
        for reason in REASONS
        if reason == "final-round" or (board, seats) not in NO_PASSES
    }
    assert {path.stem for path in FILES} == wanted
