"""The result that a director gave a game, best place first."""

from __future__ import annotations

from dataclasses import dataclass

import engine
from games.web.parts.words import joined
from games.web.play.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Placed:
    """A side with its place and its points on the board."""

    place: int
    names: str
    points: int


def adjudicated(at: Sitting, view: engine.View) -> list[Placed]:
    """Gets the sides of a game that was adjudicated; empty for every other."""
    if view.outcome is not None or not at.game.result:
        return []
    names = at.names
    return [
        Placed(score["place"], joined(names[seat] for seat in score["seats"]), score["total"])
        for score in at.game.result["scores"]
    ]
