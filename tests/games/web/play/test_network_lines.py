"""What the page says of one's own network while a game runs: what the board counts, and no more."""

from __future__ import annotations

import pytest

import engine
from games.web.play.presenters.ticket_lights import network_lines
from tests.engine.mechanics import first_turn_on, own

RING = [
    *("ahmadabad-bombay-white", "bombay-karachi-gray"),
    *("ahmadabad-jodhpur-black", "jodhpur-karachi-orange"),
]


@pytest.mark.parametrize(
    ("board", "tracks", "tickets", "lines"),
    [
        ("usa", ["calgary-vancouver-gray"], [], ["Your longest path so far: 3 spaces"]),
        ("nordic", ["alborg-arhus-purple"], [], ["Your longest path so far: 1 space"]),
        ("legendary-asia", ["agra-bombay-orange"], [], ["Your connected cities so far: 2"]),
        ("japan", [], [], []),
        (
            "india",
            RING,
            ["ahmadabad-karachi"],
            ["Your longest path so far: 15 spaces", "Your grand tours so far: 1"],
        ),
    ],
)
def test_the_page_says_what_the_board_counts(
    board: str, tracks: list[str], tickets: list[str], lines: list[str]
) -> None:
    """B-12, B-13, M-9, M-10"""
    game = first_turn_on(engine.load_board(board))
    own(game, 0, *tracks)
    game.tickets[0] = tickets
    assert network_lines(engine.view(game, 0)) == lines
