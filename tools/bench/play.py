"""Random play with every legal action listed, beside random chess; on both engines."""

from __future__ import annotations

import os
import shutil
import subprocess
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import chess

from engine import ENGINE, native
from engine.board import load_board
from engine.cli.bench import random_game
from tools import engine_native
from tools.bench.figure import Figure, compare

LONGEST_CHESS_GAME = 200
_keep: list[TemporaryDirectory[str]] = []


def _random_play(engine: str, key: str, seats: int, need: float, aim: float) -> Figure:
    """Measure one engine in a process of its own: a process has one."""
    name = f"random play, {load_board(key).name}, {seats} seats, {engine}"
    chosen = {native.CHOICE: engine}
    if engine == "native":
        if not shutil.which(os.environ.get("CC", "gcc")):
            return Figure(name, "not measured, there is no C compiler", enough=True)
        try:
            chosen[native.FOLDER_CHOICE] = str(_compiled())
        except subprocess.CalledProcessError as error:
            return Figure(name, f"cannot be compiled: {error.output[-400:]}", enough=False)
    before = os.environ.copy()
    os.environ.update(chosen)
    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as other:
            return other.submit(_measure, name, engine, key, seats, need, aim).result()
    finally:
        os.environ.clear()
        os.environ.update(before)


@cache
def _compiled() -> Path:
    """A folder that passes, with the engine compiled from the sources of now."""
    _keep.append(TemporaryDirectory())
    folder = Path(_keep[0].name) / "engine-native"
    engine_native.build(folder)
    return folder


def _measure(name: str, engine: str, key: str, seats: int, need: float, aim: float) -> Figure:
    """Steps of random games beside moves of random chess games."""
    assert engine == ENGINE.kind
    board, dice, chess_dice = load_board(key), Random(1), Random(1)
    return compare(
        name,
        ours=("steps", lambda: random_game(board, seats, dice)),
        theirs=("python-chess moves", lambda: len(random_chess(chess_dice))),
        need=need,
        aim=aim,
    )


FIGURES = (
    partial(_random_play, "plain", "usa", 2, need=3.3, aim=3.5),
    partial(_random_play, "plain", "team-asia", 4, need=2.3, aim=2.5),
    partial(_random_play, "native", "usa", 2, need=5.0, aim=9.0),
    partial(_random_play, "native", "team-asia", 4, need=4.0, aim=7.0),
)


def random_chess(dice: Random) -> list[chess.Move]:
    """Play a random game of chess; return its moves."""
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < LONGEST_CHESS_GAME and (legal := list(board.legal_moves)):
        moves.append(dice.choice(legal))
        board.push(moves[-1])
    return moves
