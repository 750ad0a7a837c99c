"""Presence of players: how far they have read the log, when they were last at the page."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Greatest

from games.people.models import Person
from games.tables.models import Seat
from games.tables.selectors import Reader


def mark_seen(*, seat: Seat, seq: int) -> None:
    """Record that the holder of a seat has seen the log up to event ``seq``; never moves back."""
    _still(seat).filter(seen__lt=seq).update(seen=seq)


def mark_present(*, seat: Seat, now: datetime, seq: int = -1) -> None:
    """Note that the holder of a seat is at the page now, and has seen the log up to ``seq``."""
    _still(seat).update(seen=Greatest("seen", seq), present_at=now)


def mark_present_at(*, game: int, person: Reader, now: datetime) -> None:
    """Record that a person is at the page of the game with this key; spectators leave no trace."""
    if isinstance(person, Person):
        Seat.objects.filter(game=game, person=person).update(present_at=now)


def _still(seat: Seat) -> QuerySet[Seat]:
    """The row of a seat, unless it has another holder by now, who has seen nothing of this."""
    return Seat.objects.filter(pk=seat.pk, person=seat.person_id)
