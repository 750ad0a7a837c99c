"""docs/rules.md and its translation: every ruling that the code cites, numbers of the boards."""

from __future__ import annotations

import re

import pytest

import engine
from tests.paths import ROOT

PAGES = {name: (ROOT / "docs" / name).read_text() for name in ("rules.md", "rules.nl.md")}
CITED = re.compile(r"\b[BJAMP]-\d+\b")


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    return PAGES[request.param]


def test_every_ruling_that_the_engine_cites_is_told_to_players(page: str) -> None:
    told = set(re.findall(r"^\*\*([BJAMP]-\d+)\*\*", page, re.MULTILINE))
    sources = [path.read_text() for path in (ROOT / "engine").rglob("*.py")]
    cited = {ruling for source in sources for ruling in CITED.findall(source)}
    assert "B-7" in cited
    assert cited <= told


def test_the_rulings_are_told_once_and_in_order(page: str) -> None:
    told = re.findall(r"^\*\*([BJAMP])-(\d+)\*\*", page, re.MULTILINE)
    for part in "BJAP":
        numbers = [int(number) for letter, number in told if letter == part]
        assert numbers == list(range(1, len(numbers) + 1))
    mechanics = [int(number) for letter, number in told if letter == "M"]
    assert mechanics == sorted(set(mechanics))


@pytest.mark.parametrize("key", ["usa", "japan"])
def test_the_points_of_the_routes_stand_on_the_page(key: str, page: str) -> None:
    row = re.search(r"^\| (?:Points|Punten) \| (.+) \|$", page, re.MULTILINE)
    assert row is not None
    points = [int(number) for number in row[1].split(" | ")]
    for length, known in engine.load_board(key).route_points.items():
        assert points[length - 1] == known


def test_the_bullet_bonus_stands_on_the_page(page: str) -> None:
    bullet_trains = engine.load_board("japan").bullet_trains
    assert bullet_trains is not None
    for seats, bonus in bullet_trains.bonus.items():
        row = re.search(rf"^\| {seats} \| (.+) \|$", page, re.MULTILINE)
        assert row is not None
        cells = [cell.strip().replace("−", "-") for cell in row[1].split("|")]
        assert [int(cell) for cell in cells if cell] == [*bonus, bullet_trains.no_progress]


def test_the_pages_in_both_languages_have_the_same_rulings_tables_and_numbers() -> None:
    def shape(page: str) -> list[str]:
        lines = page.splitlines()
        rows = [re.sub(r"[^|+−\d]", "", line) for line in lines if line.startswith("|")]
        return [*re.findall(r"^\*\*([BJAMP]-\d+)\*\*", page, re.MULTILINE), *rows]

    english, dutch = PAGES.values()
    # The head of the table of bonuses counts in words: 1st, 1e.
    assert [re.sub(r"[ste]", "", row) for row in shape(english)] == [
        re.sub(r"[ste]", "", row) for row in shape(dutch)
    ]
