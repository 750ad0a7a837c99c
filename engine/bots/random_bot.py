"""The bot that plays any legal action: a baseline, and a way to reach rare cases of the rules."""

from __future__ import annotations

from random import Random

from engine.actions import Action
from engine.view import View


def decide(view: View, rng: Random) -> Action:
    """One of the listed legal actions, each as likely."""
    return rng.choice(view.legal_actions().listed())
