"""Levels: bots from gentle to strong, on a scale that was measured (docs/bots.md; decision 149).

A level thinks by a fixed number of playouts and never by a clock, so that it plays the same
everywhere. The gentle ones make a beginner's mistakes on purpose.
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
    seats, where the planner of 0.3.0 (``planner-1``) is 1500.
    """

    name: str
    number: int
    playouts: int
    slips: float
    elo: int


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("level-1", 1, 0, 0.5, 1180),
        Level("level-2", 2, 0, 0.25, 1345),
        Level("level-3", 3, 0, 0.0, 1500),
        Level("level-4", 4, 60, 0.0, 1600),
        Level("level-5", 5, 800, 0.0, 1720),
    )
}
"""The levels by name, in order of strength."""

ELO: Final[Mapping[str, int]] = {
    "random": 550,
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


EAGER_SHARE = 0.3
"""The share of mistakes in a turn that are a claim, where one can be made."""


def slip(view: View, rng: Random) -> Action | None:
    """A beginner's mistake for the open decision, None where there is none to make.

    Of tickets it keeps all. In a turn it claims the longest track that it can pay for, wanted or
    not, or draws off the deck, whatever lies open and whatever it could claim.
    """
    seat = view.seat
    assert seat is not None
    kind = view.pending[seat]
    if kind not in ("setup", "keep", "turn", "second"):
        return None
    actions = view.legal_actions().listed()
    if kind in ("setup", "keep"):
        keeps = [action for action in actions if isinstance(action, Keep)]
        return max(keeps, key=lambda action: len(action.tickets), default=None)
    claims = [action for action in actions if isinstance(action, Claim)]
    if claims and rng.random() < EAGER_SHARE:
        tracks = view.board.tracks
        return max(claims, key=lambda claim: tracks[claim.track].length)
    blind = Draw(BLIND)
    return blind if blind in actions else None
