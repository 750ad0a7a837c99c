"""Final scores (B-12, J-9), and the places a director gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

import engine
from engine import View
from games.facts.score import SideScore, side_scores
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined
from games.web.parts.pictures import joined_signs
from games.web.play.presenters.ending import EndingPanel, SideLine


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of the final table with the signs of its seats.

    ``line`` has the tickets and the path of the side, on the page of the game itself.
    """

    score: SideScore
    sign: SafeString
    line: SideLine | None


def final_scores(
    view: View, names: Mapping[int, str], ending: EndingPanel | None = None
) -> list[FinalLine]:
    """The sides of a finished game, best first; nothing while it runs."""
    lines = {line.seats: line for line in ending.sides} if ending else {}
    return [
        FinalLine(score, joined_signs(view, score.seats), lines.get(score.seats))
        for score in side_scores(view, names, view.seat)
    ]


def station_lines(scores: Sequence[FinalLine]) -> list[tuple[SafeString, str]]:
    """Each station that was built, with the sign of its side and what it lends (M-4)."""
    return [(side.sign, station) for side in scores for station in side.score.details]


@dataclass(frozen=True, slots=True)
class AdjudicatedPlace:
    """A side with its place and its points on the board."""

    place: int
    names: str
    points: int


def ended_by(context: GameContext) -> str:
    """The cause that ended a game that was adjudicated: "vote", "player" or, for a director, ""."""
    return (context.game.result or {}).get("by", "")


def adjudicated_places(context: GameContext, view: engine.View) -> list[AdjudicatedPlace]:
    """The sides of a game that was adjudicated; empty for every other."""
    if view.outcome is not None or not context.game.result:
        return []
    names = context.names
    return [
        AdjudicatedPlace(
            score["place"], joined(names[seat] for seat in score["seats"]), score["total"]
        )
        for score in context.game.result["scores"]
    ]
