"""Finding the orders that are due, from rows alone. Any run may be killed, doubled or late."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from games.later import at_about
from games.orders.carry_out import carry_out
from games.tables.models import GameStatus, Seat

logger = logging.getLogger(__name__)

CARRY_OUT_TASK: Final = "games.carry_out_order"
INTERVAL: Final = timedelta(seconds=30)
"""How often this is called."""


def carry_out_orders(*, now: datetime) -> int:
    """Carries out every order that is due; gets how many did something.

    Those that fall due before the next run are asked for at their own moment: moves that came at
    full half minutes only would be seen to be orders. If such a message is lost, the next run makes
    up for it.
    """
    done = 0
    seats = Seat.objects.filter(game__status=GameStatus.RUNNING)
    for pk in list(seats.filter(order_due_at__lte=now).values_list("pk", flat=True)):
        try:
            done += carry_out(pk=pk, now=now)
        except Exception:
            logger.exception("The order of seat %s failed; the next sweep tries again.", pk)
    soon = seats.filter(order_due_at__gt=now, order_due_at__lte=now + INTERVAL)
    for pk, due in soon.values_list("pk", "order_due_at"):
        assert due is not None
        at_about(CARRY_OUT_TASK, pk, wait=due - now)
    return done
