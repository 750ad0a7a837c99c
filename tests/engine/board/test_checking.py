"""A board file that does not add up is refused, with file, line and what to mend."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.actions import Keep
from engine.board import read_board
from engine.board.loading import BOARD_FOLDER
from engine.errors import BoardError
from engine.events import ChoicesRevealed
from tests.engine.board.samples import small_board, write

Edit = Callable[[dict[str, Any]], object]


def refusal(path: Path) -> str:
    with pytest.raises(BoardError) as caught:
        read_board(path)
    return str(caught.value)


def test_a_small_board_is_read(tmp_path: Path) -> None:
    board = read_board(write(tmp_path, small_board()))
    assert list(board.tracks) == ["ash-birch-red", "ash-cedar-gray", "birch-cedar-blue"]


BULLETS = {"bullet_trains": {"supply": 9, "no_progress": -10, "bonus": {"2": [10, 0]}}}
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
        '"kind": "canal"',
        "Make 'kind' one of normal, bullet, tunnel, ferry, mountain; found 'canal'.",
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
    "teams of three": (
        lambda b: b["rules"].update(seats=[6], teams={"size": 3, "share_at_most": 2}),
        '"size": 3',
        "Make 'size' 2: teams have two seats; found 3.",
    ),
    "a team of one": (
        lambda b: b["rules"].update(seats=[4, 5], teams={"size": 2, "share_at_most": 2}),
        '"seats": [',
        "List 4, 6 or both: the seats of teams of two.",
    ),
    "too few tickets for teams": (
        lambda b: (
            b["rules"].update(seats=[4], teams={"size": 2, "share_at_most": 2}),
            b["rules"].pop("counts"),
        ),
        '"tickets": [',
        "List at least 12 tickets",
    ),
    "seats out of order": (
        lambda b: b["rules"].update(seats=[3, 2]),
        '"seats": [',
        "List each number of players once, in order.",
    ),
    "seats that are no whole number": (
        lambda b: b["rules"].update(seats=[2.0]),
        '"seats": [',
        "List the possible numbers of players, from 2 to 6.",
    ),
    "coloured bullet track": (
        lambda b: (b["rules"].update(BULLETS), b["tracks"][0].update(kind="bullet")),
        '"colour": "red"',
        "Make the colour of a bullet track gray; found 'red'.",
    ),
    "bullet trains with teams": (
        lambda b: b["rules"].update(BULLETS, seats=[4], teams={"size": 2, "share_at_most": 2}),
        '"teams": {',
        "Remove 'bullet_trains' or 'teams'",
    ),
    "bullet bonus for another number": (
        lambda b: b["rules"].update(BULLETS, seats=[3]),
        '"bonus": {',
        "Add the key '3' to the bullet bonus.",
    ),
    "bullet bonus in words": (
        lambda b: (
            b["rules"].update(BULLETS)
            or b["rules"]["bullet_trains"].update(bonus={"2": [10, "none"]})
        ),
        '"2": [\n     10',
        "Give 2 bonuses, whole numbers, to 2 seats.",
    ),
    "low stock of bullet trains that are not there": (
        lambda b: b["rules"]["final_round"].update(bullets=2),
        '"bullets": 2',
        "Remove 'bullets', or add 'bullet_trains' to the rules.",
    ),
    "final round of a team without teams": (
        lambda b: b["rules"]["final_round"].update(of="team"),
        '"of": "team"',
        "Make 'of' turn or any, or add 'teams' to the rules.",
    ),
    "unknown city that stays open": (
        lambda b: b["rules"]["parallels"].update(always_open=[["ash", "zinnia"]]),
        '"always_open": [',
        "List in 'always_open' pairs of cities that a track joins.",
    ),
    "notes as one text": (
        lambda b: b.update(notes="Drawn from memory."),
        '"notes": "Drawn',
        "Make 'notes' a list of texts.",
    ),
    "length of a game for other seats": (
        lambda b: b.update(typical_events={"5": 400}),
        '"5": 400',
        "Remove the unknown key '5' from 'typical_events'.",
    ),
    "length of a game in words": (
        lambda b: b.update(typical_events={"2": "short"}),
        '"2": "short"',
        "Make '2' a whole number from 1 to 10000; found 'short'.",
    ),
    "junction in words": (
        lambda b: b["cities"][0].update(junction="yes"),
        '"junction": "yes"',
        "Make 'junction' true or false; found 'yes'.",
    ),
    "cards of a tunnel in words": (
        lambda b: b["tracks"][0].update(kind="tunnel", turns_up="three"),
        '"turns_up": "three"',
        "Make 'turns_up' a whole number",
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


@pytest.mark.parametrize("name", ["My Board é", "Usa", "usa_2", "a" * 31])
def test_a_name_of_a_file_that_no_address_can_hold_is_refused(name: str, tmp_path: Path) -> None:
    path = write(tmp_path, small_board()).rename(tmp_path / f"{name}.json")
    assert f"Name the file in a-z, 0-9 and hyphens, 30 characters at most; found '{name}'." in (
        refusal(path)
    )


def test_a_short_deck_of_tickets_deals_what_it_has(tmp_path: Path) -> None:
    board = read_board(write(tmp_path, small_board()))
    chance = engine.Chance.from_seed(1, 2)
    game, events = engine.new_game(board, 2, chance)
    first, second = game.order
    for seat in (first, second):
        events += game.play(seat, Keep(game.offered[seat]), chance)
    revealed = next(event for event in events if isinstance(event, ChoicesRevealed))
    assert (revealed.kept[first], revealed.kept[second]) == (1, 0)
    assert engine.view(game, None).ticket_deck_size == 0


def test_a_board_that_does_not_state_its_length_has_a_guess(tmp_path: Path) -> None:
    assert read_board(write(tmp_path, small_board())).typical_length(2) == 230
    assert engine.load_board("usa").typical_length(2) == 275


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
    board = read_board(path)
    assert raw["rules"]["counts"] == {
        "cities": len(board.cities),
        "tracks": len(board.tracks),
        "tickets": len(board.tickets),
    }


def test_neither_the_picture_nor_the_counts_change_the_digest(tmp_path: Path) -> None:
    board = small_board()
    before = read_board(write(tmp_path, board)).digest
    board["map"]["size"] = [600, 400]
    board["typical_events"] = {"2": 80}
    del board["rules"]["counts"]
    assert read_board(write(tmp_path, board)).digest == before
    board["tickets"][0]["points"] = 4
    assert read_board(write(tmp_path, board)).digest != before
