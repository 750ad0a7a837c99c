"""Random play with every legal action listed, beside random chess."""

from __future__ import annotations

from functools import partial
from random import Random

import chess

from engine.board import load_board
from engine.cli.bench import random_game
from tools.bench.figure import Figure, compare

LONGEST_CHESS_GAME = 200


def _random_play(key: str, seats: int, need: float, aim: float) -> Figure:
    """Steps of random games beside moves of random chess games."""
    board, dice, chess_dice = load_board(key), Random(1), Random(1)
    return compare(
        f"random play, {board.name}, {seats} seats",
        ours=("steps", lambda: random_game(board, seats, dice)),
        theirs=("python-chess moves", lambda: len(random_chess(chess_dice))),
        need=need,
        aim=aim,
    )


on_usa = partial(_random_play, "usa", 2, need=1.5, aim=3.5)
on_team_asia = partial(_random_play, "team-asia", 4, need=1.0, aim=2.5)


def random_chess(dice: Random) -> list[chess.Move]:
    """Play a random game of chess; return its moves."""
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < LONGEST_CHESS_GAME and (legal := list(board.legal_moves)):
        moves.append(dice.choice(legal))
        board.push(moves[-1])
    return moves
