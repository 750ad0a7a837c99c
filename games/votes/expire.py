"""Closing votes that not everybody answered in time."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import connection, transaction

from games.tables.models import Game, GameStatus
from games.votes.closing import close
from games.votes.models import Vote, VoteOutcome

logger = logging.getLogger(__name__)


def expire_votes(*, now: datetime) -> tuple[int, int]:
    """Closes the votes whose time is over; gets how many, and how many failed."""
    due = Vote.objects.filter(outcome=VoteOutcome.OPEN, expires_at__lte=now)
    expired = failed = 0
    for pk, game in due.order_by("pk").values_list("pk", "game"):
        try:
            expired += _expire(pk, game, now)
        except Exception:  # one bad game never stalls the others
            logger.exception("Vote %s could not be closed.", pk)
            failed += 1
    return expired, failed


@transaction.atomic
def _expire(pk: int, game: int, now: datetime) -> bool:
    # Whoever holds the lock is voting or moving: the next sweep looks again.
    skip = connection.features.has_select_for_update_skip_locked
    locked = Game.objects.select_for_update(skip_locked=skip).filter(pk=game).first()
    vote = Vote.objects.filter(pk=pk, outcome=VoteOutcome.OPEN, expires_at__lte=now).first()
    if locked is None or vote is None:
        return False
    running = locked.status == GameStatus.RUNNING
    close(vote, VoteOutcome.EXPIRED if running else VoteOutcome.WITHDRAWN, now)
    return True
