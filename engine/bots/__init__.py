"""Computer players. They are given a view, never the game, and know no more than a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from engine.actions import Action
from engine.bots import levels, planner
from engine.bots.search import best_action
from engine.view import View

Bot = Callable[[View, Random], Action]


def play_at_random(view: View, rng: Random) -> Action:
    """One of the legal actions, each as likely: a baseline, and a way to reach rare cases."""
    return rng.choice(view.legal_actions().listed())


BOTS: Mapping[str, Bot] = {
    "planner": planner.decide,
    "random": play_at_random,
    **{level.name: partial(levels.decide, level) for level in levels.LEVELS.values()},
}

YARDSTICKS: Mapping[str, Bot] = {"planner-1": partial(planner.decide, tunnel_spare=0)}
"""Bots that are kept to measure others by, and not offered to players: ``planner-1`` plays as the
planner of 0.3.0 did, whatever becomes of the planner."""
SEARCH: Final = "search-"


def bot_named(name: str) -> Bot:
    """The bot of a name: of :data:`BOTS`, :data:`YARDSTICKS`, or ``search-N``, of N playouts.

    :raises KeyError: if there is no such bot.
    """
    if name.startswith(SEARCH) and name.removeprefix(SEARCH).isdecimal():
        playouts = int(name.removeprefix(SEARCH))
        return lambda view, rng: best_action(view, playouts)
    return YARDSTICKS[name] if name in YARDSTICKS else BOTS[name]


def choose_action(name: str, view: View, rng: Random | None = None) -> Action:
    """The action of a bot for the open decision of the view's seat.

    Without ``rng`` the randomness follows from what the seat knows, so that asking twice gives the
    same answer.

    :raises KeyError: if there is no such bot.
    :raises ValueError: if the view is a spectator's, or its seat has nothing to decide.
    """
    bot = bot_named(name)
    if view.seat is None or view.seat not in view.pending:
        raise ValueError("A bot is asked only while its seat has a decision open.")
    known = sorted(view.hands[view.seat].items())
    return bot(view, rng or Random(f"{view.seat} {view.seq} {known}"))
