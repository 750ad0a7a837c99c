"""Golden records: finished games that mean the same for as long as their rules version lives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine import record, wire
from tests.paths import GOLDEN

FILES = sorted(GOLDEN.glob("*.jsonl"))
BOARDS = (
    *("europe", "india", "japan", "lantern-island", "legendary-asia"),
    *("nordic", "switzerland", "team-asia", "usa"),
)
REASONS = {"final-round", "passes"}
NO_PASSES = {
    ("usa", 2), ("japan", 2), ("japan", 3), ("japan", 4), ("japan", 5),
    ("india", 2), ("india", 3), ("lantern-island", 2), ("lantern-island", 3),
    ("legendary-asia", 2),
}  # fmt: skip
"""Where no game can end in passes; the last test here proves it."""
NOT_FOUND = {("team-asia", 6), ("india", 4), ("nordic", 3), ("switzerland", 3)} | {
    ("legendary-asia", seats) for seats in (3, 4, 5)
}
"""Where one may exist, and a search over some hundred games found none."""


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
        for board in BOARDS
        for seats in engine.load_board(board).seat_counts
        for reason in REASONS
        if reason == "final-round" or (board, seats) not in NO_PASSES | NOT_FOUND
    }
    assert wanted <= {path.stem for path in FILES}


@pytest.mark.parametrize(("key", "seats"), sorted(NO_PASSES))
def test_where_no_passes_are_kept_no_game_can_end_in_them(key: str, seats: int) -> None:
    """B-11, B-14, J-8: who passes finds neither a card to draw nor a route to pay for.

    So all cards are in hands, and somebody holds three of the fourteen locomotives, which pay for
    any open route of up to three spaces. Such routes are always left: before the final round
    everybody keeps three trains, and all other trains together do not cover the short routes. Or,
    on Japan, more than two bullet trains are left, which need none of one's own.
    """
    board = engine.load_board(key)
    assert 2 * seats < 14
    first = [board.tracks[group[0]] for group in board.groups]
    short = [track for track in first if track.length + track.crossings <= 3]
    normal = sum(track.length + track.crossings for track in short if track.kind != "bullet")
    assert normal > seats * (board.trains - 3)
    if board.bullet_trains:
        bullets = [track for track in first if track.kind == "bullet"]
        most_built = board.bullet_trains.supply - 3
        too_long = sum(track.length > 3 for track in bullets)
        assert len(bullets) - most_built > too_long
