"""docs/rules.md: every ruling that the code cites, and the numbers of the boards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text()
CITED = re.compile(r"\b[BJAP]-\d+\b")


def test_every_ruling_that_the_engine_cites_is_told_to_players() -> None:
    told = set(re.findall(r"^\*\*([BJAP]-\d+)\*\*", PAGE, re.MULTILINE))
    sources = [path.read_text() for path in (ROOT / "engine").rglob("*.py")]
    cited = {ruling for source in sources for ruling in CITED.findall(source)}
    assert "B-7" in cited
    assert cited <= told


def test_the_rulings_are_told_once_and_in_order() -> None:
    told = re.findall(r"^\*\*([BJAP])-(\d+)\*\*", PAGE, re.MULTILINE)
    for part in "BJAP":
        numbers = [int(number) for letter, number in told if letter == part]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("key", engine.board_names())
def test_every_board_is_in_the_table_with_its_numbers_of_players(key: str) -> None:
    board = engine.load_board(key)
    counts = ", ".join(map(str, board.seat_counts))
    assert f"| {board.name} | {counts}" in PAGE


@pytest.mark.parametrize("key", ["usa", "japan"])
def test_the_points_of_the_routes_stand_on_the_page(key: str) -> None:
    row = re.search(r"^\| Points \| (.+) \|$", PAGE, re.MULTILINE)
    assert row is not None
    points = [int(number) for number in row[1].split(" | ")]
    for length, known in engine.load_board(key).route_points.items():
        assert points[length - 1] == known


def test_the_bullet_bonus_stands_on_the_page() -> None:
    bullet_trains = engine.load_board("japan").bullet_trains
    assert bullet_trains is not None
    for seats, bonus in bullet_trains.bonus.items():
        row = re.search(rf"^\| {seats} \| (.+) \|$", PAGE, re.MULTILINE)
        assert row is not None
        cells = [cell.strip().replace("−", "-") for cell in row[1].split("|")]
        assert [int(cell) for cell in cells if cell] == [*bonus, bullet_trains.no_progress]
