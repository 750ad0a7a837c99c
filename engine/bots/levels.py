"""Levels: bots from gentle to strong, on a scale that was measured (docs/bots.md).

A level thinks by a fixed number of playouts and never by a clock, so that it plays the same
everywhere. The gentle ones make a beginner's mistakes on purpose, in a share of their actions:

- they keep every ticket they are offered;
- they draw off the deck while the card that they need lies open;
- they claim the longest track that they can pay for, wanted or not;
- they leave a track for later that they could claim now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from engine.actions import Action, Claim, Draw, Keep
from engine.bots import planner
from engine.bots.search import best_action
from engine.cards import BLIND
from engine.view import View


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its name among the bots, and how it plays.

    ``playouts`` is what it thinks about a decision (0: it plays as the planner does); ``slips`` the
    share of its actions that are a beginner's mistake; ``elo`` its strength on USA with two
    seats, where the planner is 1500.
    """

    name: str
    number: int
    playouts: int
    slips: float
    elo: int


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("level-1", 1, 0, 0.5, 1100),
        Level("level-2", 2, 0, 0.25, 1300),
        Level("level-3", 3, 0, 0.0, 1500),
        Level("level-4", 4, 60, 0.0, 1650),
        Level("level-5", 5, 800, 0.0, 1800),
    )
}
"""The levels by name, in order of strength."""

ELO: Final[Mapping[str, int]] = {
    "random": 500,
    "planner": 1500,
    **{level.name: level.elo for level in LEVELS.values()},
}
"""The strength of every bot on USA with two seats."""


def decide(level: Level, view: View, rng: Random) -> Action:
    """The action of a level for the open decision of the view's seat."""
    if level.slips and rng.random() < level.slips:
        mistake = slip(view, rng)
        if mistake is not None:
            return mistake
    if level.playouts:
        return best_action(view, level.playouts)
    return planner.decide(view, rng)


def slip(view: View, rng: Random) -> Action | None:
    """A beginner's mistake for the open decision, None where there is none to make."""
    seat = view.seat
    assert seat is not None
    kind = view.pending[seat]
    actions = view.legal_actions().listed()
    if kind in ("setup", "keep"):
        keeps = [action for action in actions if isinstance(action, Keep)]
        return max(keeps, key=lambda action: len(action.tickets), default=None)
    if kind not in ("turn", "second"):
        return None
    blind = next((a for a in actions if isinstance(a, Draw) and a.source == BLIND), None)
    claims = [action for action in actions if isinstance(action, Claim)]
    if claims and rng.random() < 0.3:
        tracks = view.board.tracks
        return max(claims, key=lambda claim: tracks[claim.track].length)
    return blind
