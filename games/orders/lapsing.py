"""What becomes of an order whose turn had come when the game is taken back."""

from __future__ import annotations

from datetime import datetime

from games.orders.models import OrderFate, StandingOrder
from games.orders.standing_orders import end_order
from games.play.lapsing import register
from games.tables.models import Seat


def lapse(seat: Seat, now: datetime) -> None:
    """End the order that was about to be carried out: the turn that it waited for is gone.

    One that waits for a turn still to come stands.
    """
    if seat.order_due_at is None:
        return
    standing = StandingOrder.objects.select_related("person").filter(
        seat=seat, person=seat.person_id, fate=OrderFate.STANDING
    )
    for order in standing:
        end_order(order, fate=OrderFate.TAKEN_BACK, game=seat.game, now=now)


register(lapse)
