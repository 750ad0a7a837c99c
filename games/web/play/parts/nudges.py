"""Whom the reader may ask to move."""

from __future__ import annotations

from datetime import datetime

from games.notices.models import Notice, NoticeKind
from games.notices.nudging import PATIENCE, PAUSE
from games.tables.models import GameStatus
from games.web.play.sitting import Sitting


def nudgeable(at: Sitting, moment: datetime) -> list[tuple[int, str]]:
    """Gets number and name of the seats that may be nudged; asks nothing while all are quick."""
    if at.seat is None or at.game.status != GameStatus.RUNNING:
        return []
    slow = [
        seat
        for seat in at.seats
        if seat.opened_at
        and moment - seat.opened_at >= PATIENCE
        and seat.decision is not None
        and seat.person_id not in (None, at.seat.person_id)
    ]
    if not slow:
        return []
    nudged = set(
        Notice.objects.filter(
            game=at.game, kind=NoticeKind.NUDGE, created_at__gt=moment - PAUSE
        ).values_list("person_id", flat=True)
    )
    return [(seat.number, at.names[seat.number]) for seat in slow if seat.person_id not in nudged]
