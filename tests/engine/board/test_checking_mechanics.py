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

TWO = ("ash", "cedar"), ("birch", "cedar")


def long_tickets(raw: Raw, *pairs: tuple[str, str]) -> None:
    """Let each seat be offered a long ticket, of these or of two good ones."""
    raw["long_tickets"] = [{"a": a, "b": b, "points": 9} for a, b in pairs or TWO]
    raw["rules"]["setup_deal"]["long"] = 1
    raw["rules"]["returned_at_setup"] = "removed"
    raw["rules"]["counts"]["tickets"] = 1 + len(pairs or TWO)


def mountain(raw: Raw, crossings: int = 1) -> None:
    """Let the first track, of one space, cross mountains."""
    raw["tracks"][0] |= {"kind": "mountain", "crossings": crossings}
    raw["rules"]["crossing_points"] = 2


FAULTS: dict[str, tuple[Edit, str]] = {
    "tie-break that is none": (
        lambda b: b["rules"].update(tie_breaks=["longest beard"]),
        "List tie-breaks, each once: longest path, mountain tracks",
    ),
    "tie-break twice": (
        lambda b: b["rules"].update(tie_breaks=["longest path", "longest path"]),
        "List tie-breaks, each once: longest path, mountain tracks",
    ),
    "long tickets that nobody is offered": (
        lambda b: b.update(long_tickets=[{"a": "ash", "b": "cedar", "points": 9}]),
        "Say in 'setup_deal' how many of those offered are 'long'",
    ),
    "long offers without tickets": (
        lambda b: b["rules"]["setup_deal"].update(long=1),
        "and list those tickets in 'long_tickets'; or leave out both.",
    ),
    "too few long tickets": (
        lambda b: long_tickets(b, ("ash", "cedar")),
        "List at least 2 long tickets, so that each seat is offered its own; found 1.",
    ),
    "long tickets under a deck": (
        lambda b: (long_tickets(b), b["rules"].update(returned_at_setup="shuffled")),
        "Make 'returned_at_setup' removed: long tickets go under no deck (M-6).",
    ),
    "long ticket that is an ordinary one": (
        lambda b: long_tickets(b, ("birch", "ash"), ("ash", "cedar")),
        "The ticket birch to ash is there twice; keep one of them.",
    ),
    "nothing but long tickets": (
        lambda b: (long_tickets(b), b["rules"]["setup_deal"].update(long=3)),
        "Make 'long' a whole number from 1 to 2; found 3.",
    ),
    "mountain without crossings": (
        lambda b: (mountain(b), b["tracks"][0].pop("crossings")),
        "Give 'crossings' to a mountain, and to a mountain only (M-5).",
    ),
    "crossings of no mountain": (
        lambda b: b["tracks"][0].update(crossings=1),
        "Give 'crossings' to a mountain, and to a mountain only (M-5).",
    ),
    "more crossings than spaces": (
        lambda b: mountain(b, crossings=2),
        "Make 'crossings' a whole number from 1 to 1; found 2.",
    ),
    "crossings that score nothing": (
        lambda b: (mountain(b), b["rules"].pop("crossing_points")),
        "Say in 'crossing_points' what a crossing scores (M-5).",
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


def test_long_tickets_are_read_after_the_others_and_are_facts_of_the_digest(
    tmp_path: Path,
) -> None:
    """M-6"""
    raw = small_board()
    long_tickets(raw)
    board = read_board(write(tmp_path, raw))
    assert [*board.tickets] == ["ash-birch", "ash-cedar", "birch-cedar"]
    assert [ticket.long for ticket in board.tickets.values()] == [False, True, True]
    raw["long_tickets"][1]["points"] = 10
    assert read_board(write(tmp_path, raw)).digest != board.digest


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
