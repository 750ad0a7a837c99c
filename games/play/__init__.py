"""Moves: submitted by people, chosen by bots, automatic; each in one transaction."""

from __future__ import annotations

from games.play.automatic import play_automatic
from games.play.bots import answer_with_bots, play_bots, play_waiting_bots
from games.play.submit import Accepted, submit_action

__all__ = [
    "Accepted",
    "answer_with_bots",
    "play_automatic",
    "play_bots",
    "play_waiting_bots",
    "submit_action",
]
