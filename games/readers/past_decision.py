"""A past decision: what a seat knew, and what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from engine.events import TakenBack
from games import log
from games.common.actors import CLOCK
from games.readers.context import GameForReader


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a seat, with its view at that time.

    ``events`` followed from the ``chosen`` action, as the reader may know them. Without an action
    the decision is still open, or was ``taken_back``.
    """

    view: engine.View
    chosen: engine.Action | None
    by_clock: bool
    taken_back: bool
    events: Sequence[log.RedactedEvent]


def past_decision(context: GameForReader, *, at: int, seat: int) -> PastDecision | None:
    """The decision of a seat at the first moment from event ``at`` on at which the game waited.

    A seat's decisions are private to its reader; in a finished game everybody may see all. None
    if the reader may not, there is no such event, or the seat had nothing to decide.
    """
    if seat != context.seat_number and not context.is_over:
        return None
    lines = list(log.events(context.game))
    if not 0 <= at < len(lines):
        return None
    moment = next(
        (number - 1 for number in range(at + 1, len(lines)) if lines[number].begins),
        len(lines) - 1,
    )
    state = log.state_at(context.game, at=moment)
    if seat not in state.pending:
        return None
    view = engine.view(state, seat)
    answer, taken_back = _answer(lines[moment + 1 :], seat)
    if answer is None:
        return PastDecision(view, None, False, taken_back, ())
    after = lines[answer.seq + 1 :]
    end = next((line.seq for line in after if line.begins), lines[-1].seq + 1)
    events = context.snapshot().events(after=answer.seq - 1)
    return PastDecision(
        view,
        answer.action,
        answer.actor == CLOCK,
        False,
        [event for event in events if event.seq < end],
    )


def _answer(following: Sequence[log.LogLine], seat: int) -> tuple[log.LogLine | None, bool]:
    """The line with which a seat acted, and whether a take-back came before it."""
    for line in following:
        if isinstance(line.event, TakenBack):
            return None, True
        if line.action is not None and line.seat == seat:
            return line, False
    return None, False
