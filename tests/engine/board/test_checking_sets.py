"""Keys of a board file that bring in sets and parallels by cities (M-3, M-13)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.board import read_board
from engine.errors import BoardError
from tests.engine.board.samples import small_board, write

Raw = dict[str, Any]


def teams(raw: Raw) -> None:
    raw["rules"].update(seats=[4], teams={"size": 2, "share_at_most": 2})


FAULTS: dict[str, tuple[Callable[[Raw], object], str]] = {
    "a set of one": (
        lambda b: b["rules"].update(cards_for_locomotive=1),
        "Make 'cards_for_locomotive' a whole number from 2 to 6; found 1.",
    ),
    "sets for teams": (
        lambda b: (teams(b), b["rules"].update(cards_for_locomotive=3)),
        "Remove 'cards_for_locomotive' or 'teams': they are not played together (M-3).",
    ),
    "sets on a tunnel": (
        lambda b: b["tracks"][1].update(kind="tunnel", turns_up=3, any_cards_for_one=4),
        "Give 'any_cards_for_one' to normal tracks of a board without teams (M-3).",
    ),
    "a large set": (
        lambda b: b["tracks"][1].update(any_cards_for_one=7),
        "Make 'any_cards_for_one' a whole number from 2 to 6; found 7.",
    ),
    "parallels by colour": (
        lambda b: b["rules"]["parallels"].update(by="colour"),
        "'by'",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_set_is_refused(tmp_path: Path, name: str) -> None:
    """M-3, M-13"""
    edit, message = FAULTS[name]
    raw = small_board()
    edit(raw)
    with pytest.raises(BoardError) as caught:
        read_board(write(tmp_path, raw))
    assert message in str(caught.value)


def test_sets_are_facts_of_a_track_and_of_the_digest(tmp_path: Path) -> None:
    """M-3: as many sets as a ferry shows locomotives, or as a route is long."""
    raw = small_board()
    plain = read_board(write(tmp_path, raw))
    assert not plain.has_sets
    raw["tracks"][0].update(kind="ferry", locomotives=1)
    raw["tracks"][1]["any_cards_for_one"] = 4
    raw["rules"]["cards_for_locomotive"] = 3
    board = read_board(write(tmp_path, raw))
    ferry, long, other = board.tracks.values()
    assert (ferry.set_size, ferry.most_sets) == (3, 1)
    assert (long.set_size, long.most_sets, long.most_locomotives) == (4, 2, 0)
    assert (other.set_size, other.most_sets) == (0, 0)
    assert (board.ferry_set, board.card_set) == (3, 4)
    assert board.has_mechanics
    assert board.digest != plain.digest
