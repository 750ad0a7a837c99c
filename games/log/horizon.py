"""Horizon: the last event of a running game that spectators may know, where a table delays them.

Only :func:`limit` decides it. It sets ``game.horizon``, and everything that reads the log through
that row (:mod:`games.log`, :mod:`games.talk.messages`) stops there.

Decision 131 says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.log.models import Event
from games.tables.models import Game, GameStatus, Horizon, Seat

TURN_STARTED: Final = "game.turn_started"


def is_delayed(game: Game) -> bool:
    """Whether spectators see the game later than its players do now."""
    late = game.spectator_turns or game.spectator_hours
    return bool(late) and game.status == GameStatus.RUNNING and game.version >= 0


def limit(game: Game, seats: Iterable[Seat], *, now: datetime) -> None:
    """Limit a row of a game and those of its seats to what a spectator may know.

    Does nothing if the table has no delay, or the game is over. Decisions, clocks and pauses are
    present facts, so they are left out. Such rows cannot be saved.
    """
    if not is_delayed(game):
        return
    game.horizon = horizon_of(game, now)
    game.cut_off = True
    game.version = game.horizon.seq
    game.head = ""
    game.paused_at = game.resume_at = game.evening_since = None
    for seat in seats:
        seat.game = game
        seat.cut_off = True
        seat.decision, seat.kind = None, ""
        seat.opened_at = seat.due_at = seat.bank_from = seat.remind_at = None
        seat.plan_due_at = seat.held_until = seat.open_since = seat.present_at = None
        seat.bank = seat.extra = timedelta()
        seat.missed, seat.auto_away, seat.seen = 0, False, -1


def horizon_of(game: Game, now: datetime) -> Horizon:
    """The part of a delayed game that spectators may know now.

    Delay in turns: everything up to the start of the turn that many turns ago. Delay in hours:
    everything that is old enough. The first event is public from the start.
    """
    log = Event.objects.filter(game=game).order_by("-seq").values_list("seq", "at")
    if game.spectator_hours:
        before = now - timedelta(hours=game.spectator_hours)
        last = log.filter(at__lte=before).first()
        return Horizon(last[0] if last else 0, before)
    starts = log.filter(type=TURN_STARTED)[game.spectator_turns :][:1]
    seq = starts[0][0] if starts else 0
    hidden = log.filter(seq__gt=seq).last()
    return Horizon(seq, hidden[1] if hidden else None)
