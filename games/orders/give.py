"""Giving an order for the coming turn."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.orders.checking import check_order, check_shape
from engine.orders.order import Order, encode_order
from games.errors import Refused
from games.orders.delay import draw_delay
from games.orders.models import OrderFate, StandingOrder
from games.people.models import Person
from games.play.door import door
from games.play.sentences import sentence
from games.tables.models import Game

# While one of these is open, the turn is there already.
OWN_TURN: Final = frozenset({"turn", "second", "place", "keep", "tunnel"})


def give_order(
    *, game: Game, seat: int, person: Person, order: Order, now: datetime
) -> StandingOrder:
    """Stores what a seat wants done at its coming turn, in place of an earlier order.

    :raises InvalidAction: if the steps do not make a turn.
    :raises Refused: if it is the seat's turn, or the order could never be carried out.
    """
    with door(game=game, now=now) as table:
        row = table.seat(seat)
        if row.person_id != person.pk:
            raise Refused(_("Only the player of a seat gives orders for it."))
        if table.state.pending.get(seat) in OWN_TURN:
            raise Refused(_("It is your turn now: make your move. Orders are for the next turn."))
        view = engine.view(table.state, seat)
        check_shape(order, view)
        try:
            check_order(order, view)
        except engine.IllegalAction as error:
            raise Refused(sentence(error.message, error.params, view.board)) from error
        standing, _made = StandingOrder.objects.update_or_create(
            seat=row,
            defaults={
                "person": person,
                "order": encode_order(order),
                "rest": None,
                "given_at": now,
                "fate": OrderFate.STANDING,
                "refusal": None,
                "first_seq": None,
                "last_seq": None,
                "ended_at": None,
            },
        )
        row.order_delay, row.order_due_at = draw_delay(), None
        row.save(update_fields=["order_delay", "order_due_at"])
        return standing
