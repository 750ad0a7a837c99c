"""What a board file switches on has a sentence; none is missing, none is superfluous."""

from __future__ import annotations

import pytest

import engine
from engine.board.loading import board_path, read_board_data
from games.language.mechanics import MECHANICS, PLAIN_KEYS, keys_of, mechanics_of

TOLD = {key for mechanic in MECHANICS for key in mechanic.keys}


@pytest.mark.parametrize("board", engine.board_names())
def test_every_key_of_a_board_file_is_told_or_plain(board: str) -> None:
    unknown = keys_of(read_board_data(board_path(board))) - TOLD - PLAIN_KEYS
    assert not unknown, "Add a sentence for them to MECHANICS in games/language/mechanics.py."


def test_every_sentence_is_true_of_some_board_and_of_not_all() -> None:
    boards = [engine.load_board(key) for key in engine.board_names()]
    for mechanic in MECHANICS:
        keys = set(mechanic.keys)
        told = {board.key for board in boards if mechanic.tell(board)}
        using = {
            board.key for board in boards if keys & keys_of(read_board_data(board_path(board.key)))
        }
        assert told <= using or not keys, keys
        if using and keys != {"rules.flush_at"}:
            assert told, keys
        assert len(told) < len(boards), keys


def test_a_board_is_told_in_its_own_numbers() -> None:
    assert mechanics_of(engine.load_board("usa")) == [
        "The basic rules, without additions.",
        "The longest path earns 10 points.",
    ]
    assert mechanics_of(engine.load_board("lantern-island")) == [
        "The basic rules on a small map, for a short game and a first one.",
        "The longest path earns 5 points.",
    ]
    asia = mechanics_of(engine.load_board("team-asia"))
    assert "A tunnel may cost up to 6 cards more than it has spaces" in " ".join(asia)
    assert asia[0].startswith("Two players are a team")
    legendary = mechanics_of(engine.load_board("legendary-asia"))
    assert "One of your first tickets is a long one, from a deck of its own." in legendary
    assert "The most connected cities earn 10 points." in legendary
    switzerland = mechanics_of(engine.load_board("switzerland"))
    assert "Tickets that you do not keep leave the game." in switzerland
    assert "Locomotives pay for tunnels alone, and you may take two in a turn." in switzerland
