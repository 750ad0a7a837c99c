"""Cancelling an order, or putting away what became of it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Refused
from games.notices import outbox
from games.orders.models import StandingOrder
from games.people.models import Person
from games.play.door import door
from games.tables.models import Game, Seat


def cancel_order(*, game: Game, seat: int, person: Person, now: datetime) -> None:
    """Removes the order of a seat, whether it stands or has had its day.

    :raises Refused: if there is none, or it was carried out a moment ago.
    """
    with door(game=game, now=now) as table:
        row = table.seat(seat)
        gone, _each = StandingOrder.objects.filter(seat=row, person=person).delete()
        if not gone:
            raise Refused(_("There is no order of yours in this game."))
        forget(row, now)


def forget(row: Seat, now: datetime) -> None:
    """Makes a seat wait for no order; its person is asked for what it does not answer.

    Call it with the row of its game locked.
    """
    row.order_delay = row.order_due_at = None
    row.save(update_fields=["order_delay", "order_due_at"])
    outbox.ask_at_last(seat=row, now=now)
