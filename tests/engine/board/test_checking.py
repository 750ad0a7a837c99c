"""A board file that does not add up is refused, with file, line and what to mend."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.board import read_board
from engine.board.loading import BOARD_FOLDER
from engine.errors import BoardError

Edit = Callable[[dict[str, Any]], object]


def small_board() -> dict[str, Any]:
    """A triangle of three cities: the smallest board that shows everything."""
    return {
        "name": "Small",
        "rules": {
            "counts": {"cities": 3, "tracks": 3, "tickets": 1},
            "seats": [2],
            "trains": 9,
            "route_points": {"1": 1, "2": 2},
            "setup_deal": {"offer": 3, "keep": 2},
            "draw_deal": {"offer": 3, "keep": 1},
            "returned_at_setup": "seat order",
            "parallels": {"closing_seats": 3, "claimable": {"2": 1}},
            "final_round": {"of": "turn", "trains": 2},
            "bonuses": {"longest": 10},
        },
        "cities": [{"key": key, "name": key.title()} for key in ("ash", "birch", "cedar")],
        "tracks": [
            {"id": "ash-birch-red", "a": "ash", "b": "birch", "length": 1, "colour": "red"},
            {"id": "ash-cedar-gray", "a": "ash", "b": "cedar", "length": 2, "colour": "gray"},
            {"id": "birch-cedar-blue", "a": "birch", "b": "cedar", "length": 1, "colour": "blue"},
        ],
        "tickets": [{"a": "ash", "b": "birch", "points": 3}],
        "map": {
            "size": [300, 200],
            "space": [30, 14],
            "city": 10,
            "type": [19, 18],
            "panels": [{"key": "main", "title": "", "frame": [0, 0, 300, 200]}],
            "places": [
                {"city": key, "panel": "main", "at": [x, 50], "label": [x, 30, "middle"]}
                for key, x in (("ash", 50), ("birch", 150), ("cedar", 250))
            ],
            "tracks": {
                "ash-birch-red": [[100, 50, 0]],
                "ash-cedar-gray": [[110, 100, 0], [180, 100, 0]],
                "birch-cedar-blue": [[200, 50, 0]],
            },
            "shapes": [],
        },
    }


def write(folder: Path, board: dict[str, Any]) -> Path:
    path = folder / "small.json"
    path.write_text(json.dumps(board, indent=1), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BoardError) as caught:
        read_board(path)
    return str(caught.value)


def test_a_new_board_with_known_mechanics_is_a_file_and_nothing_else(tmp_path: Path) -> None:
    board = read_board(write(tmp_path, small_board()))
    assert list(board.tracks) == ["ash-birch-red", "ash-cedar-gray", "birch-cedar-blue"]


FAULTS: dict[str, tuple[Edit, str, str]] = {
    "dangling city": (
        lambda b: b["tracks"][1].update(b="zinnia"),
        '"id": "ash-cedar-gray"',
        "names 'zinnia'; add that city",
    ),
    "dangling ticket": (
        lambda b: b["tickets"][0].update(a="zinnia"),
        '"a": "zinnia"',
        "names 'zinnia'; add that city",
    ),
    "duplicate track": (
        lambda b: b["tracks"][2].update(id="ash-birch-red"),
        '"b": "cedar",\n   "length": 1',
        "Name the track 'ash-birch-red' only once.",
    ),
    "duplicate city": (
        lambda b: b["cities"][1].update(key="ash"),
        '"name": "Birch"',
        "Name the city 'ash' only once.",
    ),
    "duplicate ticket": (
        lambda b: b["tickets"].append({"a": "birch", "b": "ash", "points": 9}),
        '"points": 9',
        "is there twice; keep one of them.",
    ),
    "wrong count": (
        lambda b: b["rules"]["counts"].update(tickets=30),
        '"tickets": 30',
        "has 1 tickets and states 30; mend the list or the count.",
    ),
    "unknown colour": (
        lambda b: b["tracks"][0].update(colour="mauve"),
        '"colour": "mauve"',
        "Make 'colour' one of purple",
    ),
    "unknown kind": (
        lambda b: b["tracks"][0].update(kind="canal"),
        '"id": "ash-birch-red"',
        "Make 'kind' one of normal, bullet, tunnel; found 'canal'.",
    ),
    "bullet without rules": (
        lambda b: b["tracks"][0].update(kind="bullet"),
        '"id": "ash-birch-red"',
        "Add 'bullet_trains' to the rules",
    ),
    "length out of range": (
        lambda b: b["tracks"][0].update(length=10),
        '"length": 10',
        "Make 'length' a whole number from 1 to 9; found 10.",
    ),
    "length that is a truth": (
        lambda b: b["tracks"][0].update(length=True),
        '"length": true',
        "Make 'length' a whole number",
    ),
    "length without points": (
        lambda b: b["tracks"][0].update(length=3),
        '"id": "ash-birch-red"',
        "Say in 'route_points' what a route of 3 scores.",
    ),
    "missing key": (
        lambda b: b["tracks"][0].pop("length"),
        '"id": "ash-birch-red"',
        "Add the key 'length' to the track.",
    ),
    "misspelt key": (
        lambda b: b["tracks"][0].update(color="red"),
        '"color": "red"',
        "Remove the unknown key 'color' from the track.",
    ),
    "loop": (
        lambda b: b["tracks"][0].update(b="ash"),
        '"id": "ash-birch-red"',
        "ends where it begins",
    ),
    "no such region": (
        lambda b: b["tracks"][0].update(region="inset"),
        '"id": "ash-birch-red"',
        "Add the region 'inset' to the city 'ash'",
    ),
    "city off the map": (
        lambda b: b["map"]["places"].pop(),
        '"places": [',
        "Place the city 'cedar' once in the panel 'main' of the map.",
    ),
    "stranger on the map": (
        lambda b: b["map"]["places"][0].update(city="zinnia"),
        '"city": "zinnia"',
        "The map places 'zinnia'",
    ),
    "track off the map": (
        lambda b: b["map"]["tracks"].pop("ash-birch-red"),
        '"tracks": {',
        "Add the spaces of the track 'ash-birch-red' to the map.",
    ),
    "too few spaces": (
        lambda b: b["map"]["tracks"]["ash-cedar-gray"].pop(),
        '"ash-cedar-gray": [',
        "Draw 2 spaces for 'ash-cedar-gray'; the map has 1.",
    ),
    "no map": (lambda b: b.pop("map"), "{", "Add the key 'map' to a board."),
    "keep more than offered": (
        lambda b: b["rules"]["draw_deal"].update(keep=4),
        '"keep": 4',
        "Make 'keep' a whole number from 1 to 3; found 4.",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_with_its_line_and_what_to_mend(fault: str, tmp_path: Path) -> None:
    edit, near, sentence = FAULTS[fault]
    board = small_board()
    edit(board)
    path = write(tmp_path, board)
    said = refusal(path)
    assert sentence in said
    file, line, _ = said.split(":", 2)
    assert file == str(path)
    text = path.read_text(encoding="utf-8")
    # The line is that of the key, or of the brace that opens its object.
    at = text.count("\n", 0, text.index(near)) + 1
    assert at - 3 <= int(line) <= at + 1


def test_broken_json_is_refused_with_the_line_of_the_break(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{\n "name": "Broken",\n "rules": {]\n}', encoding="utf-8")
    assert refusal(path).startswith(f"{path}:3: Mend the JSON: ")


def test_a_key_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text('{\n "name": "Twice",\n "name": "Again"\n}', encoding="utf-8")
    assert "Give the key 'name' only once." in refusal(path)


def test_a_file_that_is_no_object_or_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("[]", encoding="utf-8")
    assert "Make the whole file one JSON object." in refusal(path)
    path.write_bytes(b"\xff\xfe")
    assert "UTF-8" in refusal(path)
    assert "UTF-8" in refusal(tmp_path / "missing.json")


@pytest.mark.parametrize("path", sorted(BOARD_FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_every_board_states_its_counts(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert raw["rules"]["counts"] == {
        name: len(raw[name]) for name in ("cities", "tracks", "tickets")
    }


def test_neither_the_picture_nor_the_counts_change_the_digest(tmp_path: Path) -> None:
    board = small_board()
    before = read_board(write(tmp_path, board)).digest
    board["map"]["size"] = [600, 400]
    del board["rules"]["counts"]
    assert read_board(write(tmp_path, board)).digest == before
    board["tickets"][0]["points"] = 4
    assert read_board(write(tmp_path, board)).digest != before
