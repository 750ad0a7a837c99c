"""The smallest move there is, made by the clock for a seat that let its time run out."""

from __future__ import annotations

from datetime import datetime

import engine
from games.errors import Stale
from games.log.stamps import stamp
from games.play.door import door
from games.tables.models import Game

CLOCK = "clock"


def play_automatic(*, game: Game, seat: int, decision: int, now: datetime) -> int:
    """Plays the automatic move for a decision that is past due, to the end of the turn.

    The log says first that the deadline was missed. Gets the last seq.

    :raises Stale: if the decision was answered meanwhile, or is not due yet.
    """
    with door(game=game, now=now) as table:
        table.compare(seat, decision)
        due = table.seat(seat).due_at
        if due is None or due > now:
            raise Stale
        table.note("table.deadline_missed", {"seat": seat, "due": stamp(due)}, CLOCK)
        turn = table.state.turn
        table.play(seat, engine.automatic_action(table.state, seat), CLOCK)
        while table.goes_on(seat, turn):
            table.play(seat, engine.automatic_action(table.state, seat), CLOCK)
        return table.game.version
