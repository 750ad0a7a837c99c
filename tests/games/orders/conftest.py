"""Tables at which somebody leaves an order."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

import engine
from engine.orders.model import Order
from engine.text.parse import parse_command
from games import log
from games.orders.models import StandingOrder
from games.orders.standing_orders import give_order
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.games.conftest import NOW
from tests.games.web.conftest import at_the_tunnel, browse, red_hand, stack, team_table

__all__ = ["at_the_tunnel", "browse", "red_hand", "stack", "team_table"]

LATER = NOW + timedelta(minutes=20)


def read(text: str, game: Game, seat: int) -> Order:
    order = parse_command(text, engine.view(log.load(game), seat))
    assert isinstance(order, Order)
    return order


def leave(text: str, game: Game, seat: Seat, now: datetime = NOW) -> StandingOrder:
    """Leave an order, written in English, for the person in a seat."""
    assert seat.person is not None
    order = read(text, game, seat.number)
    return give_order(game=game, seat=seat.number, person=seat.person, order=order, now=now)


def seat_of(game: Game, person: Person) -> Seat:
    return Seat.objects.select_related("person", "game").get(game=game, person=person)


@pytest.fixture
def bobs(red_hand: Game, bob: Person) -> Seat:
    """Bob's seat in the game in which it is Alice's turn: he has four yellow cards."""
    return seat_of(red_hand, bob)
