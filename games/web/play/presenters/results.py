"""Final scores (B-12, J-9), and the places a director gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

import engine
from engine import View
from engine.events import Score
from games.facts.score import ScorePart, score_parts
from games.language.amounts import in_digits
from games.language.stations import station_sentence
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined
from games.web.parts.pictures import joined_signs
from games.web.play.presenters.ending import EndingPanel, SideLine


@dataclass(frozen=True, slots=True)
class SideScore:
    """A line of the final table."""

    score: Score
    names: str
    sign: SafeString
    """Of each of its seats, side by side."""
    mine: bool
    total: str
    parts: tuple[ScorePart, ...]
    line: SideLine | None
    """The tickets and the path of the side, on the page of the game itself."""
    stations: list[str] = field(default_factory=list)
    """What each of its stations lends, in words (M-4)."""


def final_scores(
    view: View, names: Mapping[int, str], ending: EndingPanel | None = None
) -> list[SideScore]:
    """The sides of a finished game, best first; nothing while it runs."""
    if view.outcome is None:
        return []
    lines = {line.seats: line for line in ending.sides} if ending else {}
    return [
        _side_score(view, names, score, lines.get(score.seats)) for score in view.outcome.scores
    ]


def _side_score(
    view: View, names: Mapping[int, str], score: Score, line: SideLine | None
) -> SideScore:
    return SideScore(
        score=score,
        names=joined(names[seat] for seat in score.seats),
        sign=joined_signs(view, score.seats),
        mine=view.seat in score.seats,
        total=in_digits(score.total),
        parts=score_parts(score, view.board),
        line=line,
        stations=[station_sentence(view, station, names) for station in score.stations or ()],
    )


def station_lines(scores: Sequence[SideScore]) -> list[tuple[SafeString, str]]:
    """Each station that was built, with the sign of its side and what it lends (M-4)."""
    return [(side.sign, station) for side in scores for station in side.stations]


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
