"""Hints and reviews name every track of every board in words."""

from __future__ import annotations

import pytest

import engine
from engine.actions import Claim
from engine.text.english import ENGLISH
from games.web.play.presenters.plain_command import plain_command


@pytest.mark.parametrize("key", engine.board_names())
def test_no_command_shows_the_key_of_a_track(key: str) -> None:
    board = engine.load_board(key)
    seats = board.seat_counts[0]
    game, _ = engine.new_game(board, seats, engine.Chance.from_seed("keys", seats))
    view = engine.view(game, 0)
    for track in board.tracks.values():
        if track.id.startswith("khabarovsk-vladivostok-gray"):
            # Two grey tracks that differ: their names in words are alike.
            continue
        colour = "red" if track.colour == "gray" else track.colour
        assert track.id not in plain_command(Claim(track.id, colour, 0), view, ENGLISH)
