"""Boards: the facts of a map and the numbers of its rules, loaded from data files."""

from __future__ import annotations

from engine.board.loading import board_names, load_board, read_board
from engine.board.model import Board, City, Ticket, TicketDeal, Track

__all__ = [
    "Board",
    "City",
    "Ticket",
    "TicketDeal",
    "Track",
    "board_names",
    "load_board",
    "read_board",
]
