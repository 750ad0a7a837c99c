"""Keys of a board file that switch mechanics on: read, or refused with what to mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.board import read_board
from engine.errors import BoardError
from tests.engine.board.samples import small_board, write

Raw = dict[str, Any]
Edit = Callable[[Raw], object]

FAULTS: dict[str, tuple[Edit, str]] = {
    "tie-break that is none": (
        lambda b: b["rules"].update(tie_breaks=["longest beard"]),
        "List tie-breaks, each once: longest path",
    ),
    "tie-break twice": (
        lambda b: b["rules"].update(tie_breaks=["longest path", "longest path"]),
        "List tie-breaks, each once: longest path",
    ),
    "tie-breaks in both ways": (
        lambda b: b["rules"].update(tie_breaks=["longest path"], tie_break_longest=True),
        "Remove 'tie_break_longest', and list 'longest path' in 'tie_breaks'.",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_mechanic_is_refused(tmp_path: Path, name: str) -> None:
    edit, message = FAULTS[name]
    raw = small_board()
    edit(raw)
    with pytest.raises(BoardError) as caught:
        read_board(write(tmp_path, raw))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("rules", "tie_breaks"),
    [
        ({}, ()),
        ({"tie_break_longest": False}, ()),
        ({"tie_break_longest": True}, ("longest path",)),
        ({"tie_breaks": ["longest path"]}, ("longest path",)),
    ],
)
def test_older_files_name_the_longest_path_as_tie_break_by_a_flag(
    tmp_path: Path, rules: Raw, tie_breaks: tuple[str, ...]
) -> None:
    """B-13, A-13"""
    raw = small_board()
    raw["rules"] |= rules
    assert read_board(write(tmp_path, raw)).tie_breaks == tie_breaks
