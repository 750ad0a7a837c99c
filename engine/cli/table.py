"""Which board is played, and by how many: what commands ask alike."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.board import board_names, load_board
from engine.board.model import Board
from engine.errors import BoardError


def add_table(parser: ArgumentParser) -> None:
    """Adds ``--board`` and ``--seats`` to a command."""
    parser.add_argument("--board", choices=board_names(), default="usa")
    parser.add_argument("--seats", type=int, default=2)


def chosen_board(options: Namespace) -> Board:
    """Gets the board that was chosen.

    :raises BoardError: if it is not played by so many.
    """
    board = load_board(options.board)
    if options.seats not in board.seat_counts:
        counts = ", ".join(map(str, board.seat_counts))
        raise BoardError(f"{board.name} is played by {counts}: choose --seats among them.")
    return board
