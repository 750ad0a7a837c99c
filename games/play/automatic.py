"""The smallest possible move, made by the clock for a seat that ran out of time."""

from __future__ import annotations

from datetime import datetime

import engine
from games.clock.models import Miss
from games.common import event_types
from games.common.actors import CLOCK
from games.common.dates import stamp
from games.common.errors import Stale
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game


def play_automatic(*, game: Game, seat: int, decision: int, now: datetime) -> int:
    """Play the automatic move for a decision that is past due, to the end of the turn.

    The log says first that the deadline was missed. Return the last seq.

    :raises Stale: if the decision was answered meanwhile, or is not due yet.
    """
    with game_transaction(game=game, now=now) as locked:
        locked.check_open(seat, decision)
        due = locked.seat(seat).due_at
        # A held move was made in time.
        if due is None or due > now or locked.seat(seat).held_until is not None:
            raise Stale
        _note_miss(locked, seat, decision, due)
        locked.append_table_event(
            event_types.DEADLINE_MISSED, {"seat": seat, "due": stamp(due)}, CLOCK
        )
        turn = locked.state.turn
        locked.play(seat, engine.automatic_action(locked.state, seat), CLOCK)
        while locked.turn_continues(seat, turn):
            locked.play(seat, engine.automatic_action(locked.state, seat), CLOCK)
        return locked.game.version


def _note_miss(locked: LockedGame, seat: int, decision: int, due: datetime) -> None:
    """Store the miss for a director to excuse, unless it counts for nobody."""
    row = locked.seat(seat)
    if row.person_id is None or row.open_since is not None:
        return
    Miss.objects.create(
        game=locked.game,
        seat=seat,
        person_id=row.person_id,
        decision=decision,
        due_at=due,
        at=locked.now,
    )
