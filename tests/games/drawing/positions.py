"""Positions to draw: some share of a board claimed, as a game would leave it."""

from __future__ import annotations

import random

from engine.board import Board
from games.drawing.board_svg import Claim


def claimed(board: Board, share: float, seed: int = 7) -> dict[str, Claim]:
    chance = random.Random(seed)
    tracks = list(board.tracks)
    chance.shuffle(tracks)
    return {
        track: Claim(chance.randrange(5), board.tracks[track].kind == "bullet")
        for track in tracks[: round(share * len(tracks))]
    }
