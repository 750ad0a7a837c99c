"""Final scores (B-12, J-9), and the places a director gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import View
from games.facts.score import adjudicated_scores, side_scores
from games.web.parts.game_context import GameContext
from games.web.parts.pictures import joined_signs
from games.web.play.presenters import mechanics
from games.web.play.presenters.ending import EndingPanel


def final_panel(
    view: View,
    names: Mapping[int, str],
    ending: EndingPanel | None = None,
    reviews: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """The scores of a finished game; None while it runs, and for one that has none.

    ``scores`` has the score, signs and line of each side, the last on the page of the game itself;
    ``lists`` say below them what mechanics of the board did.
    """
    lines = {line["seats"]: line for line in ending.sides} if ending else {}
    scores = [
        (score, joined_signs(view, score.seats), lines.get(score.seats))
        for score in side_scores(view, names, view.seat)
    ]
    if not scores:
        return None
    return {
        "scores": scores,
        "parts": scores[0][0].parts,
        "lists": mechanics.final_lists((sign, score) for score, sign, _line in scores),
        "in_teams": bool(view.teams),
        "board": view.board,
        "reviews": reviews,
    }


def adjudicated_panel(context: GameContext, view: View) -> dict[str, Any] | None:
    """The sides of a game that is over without scores of the rules; None for every other.

    It was ended ``by`` "vote", "player" or, for a director, "".
    """
    result = context.game.result
    if not context.is_over or view.outcome is not None or not result:
        return None
    return {"by": result.get("by", ""), "sides": adjudicated_scores(result, context.names)}
