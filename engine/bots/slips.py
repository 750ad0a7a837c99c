"""A beginner's mistakes, which the gentle levels make on purpose (docs/bots.md)."""

from __future__ import annotations

from random import Random

from engine.actions import Action, Claim, Draw, Keep
from engine.cards import BLIND
from engine.view import View

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
