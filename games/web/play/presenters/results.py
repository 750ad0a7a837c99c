"""Final scores (B-12, J-9), and the places a director gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine import Board, View
from games.facts.score import SideScore, adjudicated_scores, side_scores
from games.web.parts.game_context import GameContext
from games.web.parts.pictures import joined_signs
from games.web.play.presenters import mechanics
from games.web.play.presenters.ending import EndingPanel, SideLine
from games.web.play.presenters.payment_choices import FinalList
from games.web.play.presenters.review import ReviewLinks


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of the final table with the signs of its seats.

    ``line`` has the tickets and the path of the side, on the page of the game itself.
    """

    score: SideScore
    sign: SafeString
    line: SideLine | None


@dataclass(frozen=True, slots=True)
class FinalPanel:
    """The scores of a finished game. ``lists`` say below them what mechanics of the board did."""

    scores: list[FinalLine]
    lists: list[FinalList]
    in_teams: bool
    board: Board
    reviews: ReviewLinks | None


def final_panel(
    view: View,
    names: Mapping[int, str],
    ending: EndingPanel | None = None,
    reviews: ReviewLinks | None = None,
) -> FinalPanel | None:
    """The scores of a finished game; None while it runs, and for one that has none."""
    lines = {line.seats: line for line in ending.sides} if ending else {}
    scores = [
        FinalLine(score, joined_signs(view, score.seats), lines.get(score.seats))
        for score in side_scores(view, names, view.seat)
    ]
    if not scores:
        return None
    lists = mechanics.final_lists((line.sign, line.score) for line in scores)
    return FinalPanel(scores, lists, bool(view.teams), view.board, reviews)


@dataclass(frozen=True, slots=True)
class AdjudicatedPanel:
    """The sides of a game that was adjudicated, ``by`` "vote", "player" or, for a director, ""."""

    by: str
    sides: list[SideScore]


def adjudicated_panel(context: GameContext, view: View) -> AdjudicatedPanel | None:
    """The sides of a game that is over without scores of the rules; None for every other."""
    result = context.game.result
    if not context.is_over or view.outcome is not None or not result:
        return None
    return AdjudicatedPanel(result.get("by", ""), adjudicated_scores(result, context.names))
