"""The tables at which bots already sit: one for each board, ready to begin."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

import engine


@dataclass(frozen=True, slots=True)
class BotTable:
    """A board with the fewest players that it is made for, bots but for one."""

    key: str
    board: str
    bots: int
    who: str


def bot_tables() -> list[BotTable]:
    """Gets one table for each board."""
    return [_table(engine.load_board(key)) for key in engine.board_names()]


def bots_for(board: engine.Board) -> int:
    """Gets how many bots fill the smallest table of a board beside one person."""
    return min(board.seat_counts) - 1


def _table(board: engine.Board) -> BotTable:
    count = bots_for(board)
    if board.teams:
        who = ngettext("you with a bot, in teams", "you and %(count)d bots, in teams", count)
    else:
        who = ngettext("you and a bot", "you and %(count)d bots", count)
    return BotTable(board.key, board.name, count, who % {"count": count})
