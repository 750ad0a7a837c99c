"""What the owner of an order sees of it. Nobody else is ever told that there is one."""

from __future__ import annotations

from games.orders.models import OrderFate, StandingOrder
from games.people.models import Person
from games.tables.models import Seat


def order_of(seat: Seat, person: Person) -> StandingOrder | None:
    """Gets the order that a person gave for a seat: a standing one, or one that has had its day.

    One that the person made superfluous by moving first is not shown any more.
    """
    found = StandingOrder.objects.filter(seat=seat, person=person).first()
    if found is None or seat.person_id != person.pk:
        return None
    if found.fate == OrderFate.STANDING and seat.order_delay is None:
        return None
    return None if found.fate == OrderFate.UNNEEDED else found
