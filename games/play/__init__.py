"""Playing: people submit, bots choose, the clock moves for who did not. One door for all three."""

from __future__ import annotations

from games.play.automatic import play_automatic
from games.play.bots import answer_at_once, play_bots, play_waiting_bots
from games.play.submit import Accepted, submit_action

__all__ = [
    "Accepted",
    "answer_at_once",
    "play_automatic",
    "play_bots",
    "play_waiting_bots",
    "submit_action",
]
