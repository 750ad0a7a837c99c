"""How far a review has come, and how long the rest will take."""

from __future__ import annotations

from math import ceil
from typing import Final

from engine.bots.review import count_decisions
from engine.events import TakenBack
from games import log
from games.common.work_rows import WorkStatus
from games.log.reading import board_of
from games.review.models import Review
from games.tables.models import Game

SECONDS_OF_A_DECISION: Final = 3.0
"""What a decision takes on a usual machine, for a review that has none yet."""
TAKEN: Final = "seconds"
"""The key of a stored decision under which the time of its search is kept, in seconds."""


def minutes_for(game: Game, seat: int) -> int:
    """The minutes that a review of a seat will take, if it is asked for now."""
    count = _decisions_after(game, seat, -1)
    return _minutes(count * SECONDS_OF_A_DECISION, waiting=_pending() + 1)


def minutes_left(review: Review) -> int:
    """The minutes until a pending review is ready, at the pace of its decisions so far."""
    taken = [one[TAKEN] for one in review.decisions if TAKEN in one]
    pace = sum(taken) / len(taken) if taken else SECONDS_OF_A_DECISION
    count = _decisions_after(review.game, review.seat, review.reviewed_to)
    return _minutes(count * pace, waiting=_pending())


def _decisions_after(game: Game, seat: int, after: int) -> int:
    events = [line.event for line in log.events(game)]
    return count_decisions(board_of(game), events, [seat], after=after)


def _pending() -> int:
    """The reviews that take turns."""
    return Review.objects.filter(status=WorkStatus.PENDING).count()


def _minutes(seconds: float, *, waiting: int) -> int:
    return max(1, ceil(seconds * max(1, waiting) / 60))


def can_go_on(review: Review, game: Game, first_seq: int) -> bool:
    """Whether decisions reviewed for an earlier version of a log are still those of the game.

    Nothing but a take-back changes which earlier events count.
    """
    later = log.events(game, after=review.version)
    taken_back = any(isinstance(line.event, TakenBack) for line in later)
    return review.first_seq == first_seq and not taken_back
