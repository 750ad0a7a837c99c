"""What goes when a seat is handed on: the order and the held move of the predecessor."""

from __future__ import annotations

from datetime import datetime

from games.absence.farewell import register
from games.orders.models import StandingOrder
from games.play.models import HeldMove
from games.tables.models import Seat


def forget_ahead(seat: Seat, now: datetime) -> None:
    """Remove what the person in a seat had settled ahead; whoever follows decides anew."""
    StandingOrder.objects.filter(seat=seat).delete()
    HeldMove.objects.filter(seat=seat).delete()


register(forget_ahead)
