"""The tie-breaks of boards in words (B-13)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.board import Board
from engine.board.model import TieBreak


def tie_break_text(tie_break: TieBreak) -> str:
    """What wins among equals, as the end of a sentence."""
    match tie_break:
        case "longest path":
            return _("the longest path")
        case "mountain tracks":
            return _("the most mountain routes claimed")
        case "longest path bonus":
            return _("the bonus for the longest path")
        case "fewest stations":
            return _("the fewest stations built")


def ranking_text(board: Board) -> str:
    """The sentence on how a board ranks those who have as many points."""
    wins = [_("the most completed tickets"), *map(tie_break_text, board.tie_breaks)]
    return _("Among equals in points the first of these that differs decides: %(list)s.") % {
        "list": ", ".join(wins)
    }
