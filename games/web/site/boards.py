"""Boards in words: the sentence of the landing page and the rows of the rules."""

from __future__ import annotations

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils.translation import gettext as _

import engine
from games.language.boards import board_name
from games.web.parts.phrases import joined


def boards_in_order() -> list[engine.Board]:
    """All boards: those without teams first, and among them those with more trains first."""
    boards = [engine.load_board(key) for key in engine.board_names()]
    return sorted(boards, key=lambda board: (board.teams is not None, -board.trains))


def first_board() -> engine.Board:
    """The board of a first game: the one with fewest routes among those with the basic rules."""
    boards = boards_in_order()
    plain = [board for board in boards if rulings_of(board) == ["B"]]
    return min(plain or boards, key=lambda board: len(board.tracks))


def describe_boards() -> str:
    """All boards with who can play them: "USA and Japan for two to five players, and …"."""
    names: dict[str, list[str]] = {}
    for board in boards_in_order():
        names.setdefault(describe_players(board), []).append(board_name(board))
    *parts, last = (
        _("%(boards)s for %(players)s") % {"boards": joined(boards), "players": players}
        for players, boards in names.items()
    )
    if not parts:
        return last
    return _("%(first)s, and %(last)s") % {"first": ", ".join(parts), "last": last}


def describe_players(board: engine.Board) -> str:
    """Who can play a board: "two to five players"."""
    if board.teams:
        return _("teams of two")
    counts = board.seat_counts
    words = [str(apnumber(count)) for count in counts]
    if len(counts) > 2 and len(counts) == counts[-1] - counts[0] + 1:
        return _("%(least)s to %(most)s players") % {"least": words[0], "most": words[-1]}
    return _("%(counts)s players") % {"counts": joined(words)}


def rules_row(board: engine.Board) -> str:
    """The row of a board in the first table of the rules: name, players, parts that hold."""
    players = ", ".join(map(str, board.seat_counts))
    if board.teams:
        players = _("%(counts)s, in teams of two") % {"counts": players}
    return f"| {board.name} | {players} | {joined(rulings_of(board))} |\n"


def rulings_of(board: engine.Board) -> list[str]:
    """The parts of the rules that hold on a board."""
    tunnels = any(track.turns_up for track in board.tracks.values())
    parts = ["B"] + ["J"] * (board.bullet_trains is not None) + ["A"] * bool(board.teams or tunnels)
    return parts + ["M"] * board.has_mechanics
