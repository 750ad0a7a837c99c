"""Give, read, cancel and end standing orders (decision 60)."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.orders.model import Order, encode_order
from engine.orders.validation import check_order, check_shape
from engine.text.lexicon import Lexicon
from engine.text.parse import parse_command
from games.common.errors import Refused, SeatLost, Stale
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.plans.models import PlanFate, SeatPlan
from games.play.refusals import refusal_sentence
from games.play.transaction import game_transaction
from games.tables.models import Game, Seat

SHORTEST_DELAY: Final = timedelta(minutes=2)
LONGEST_DELAY: Final = timedelta(minutes=20)
MICROSECOND: Final = timedelta(microseconds=1)


def draw_delay() -> timedelta:
    """A delay between the shortest and the longest, all equally likely.

    >>> SHORTEST_DELAY <= draw_delay() <= LONGEST_DELAY
    True
    """
    return (
        SHORTEST_DELAY
        + secrets.randbelow((LONGEST_DELAY - SHORTEST_DELAY) // MICROSECOND + 1) * MICROSECOND
    )


def end_order(order: SeatPlan, *, fate: PlanFate, game: Game, now: datetime) -> None:
    """End an order; call it with the row of the game locked."""
    order.fate = fate
    order.ended_at = now
    order.save()
    if fate != PlanFate.UNNEEDED:
        outbox.notify(
            person=order.person,
            kind=NoticeKind.ORDER,
            game=game,
            data={
                "order": order.pk,
                "fate": fate,
                "given": order.given_at.isoformat(),
                "events": [order.first_seq, order.last_seq],
            },
            now=now,
        )


def cancel_order(
    *, game: Game, seat: int, person: Person, standing: bool = True, now: datetime
) -> None:
    """Remove the order of a seat; where it is not ``standing``, one that has ended.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if there is none, or it was carried out a moment ago.
    :raises Stale: if one that has ended was to be removed, and a new one is in place.
    """
    with game_transaction(game=game, now=now) as locked:
        row = locked.seat(seat)
        if row.person_id != person.pk:
            raise SeatLost
        order = SeatPlan.objects.filter(seat=row, person=person).first()
        if order is None:
            raise Refused(_("You have no order in this game."))
        if standing and order.fate != PlanFate.STANDING:
            raise Refused(
                _("Your order has already ended. The page of the game says what became of it.")
            )
        if not standing and order.fate == PlanFate.STANDING:
            # Given since, perhaps in another window: what was to be removed was the one before.
            raise Stale
        order.delete()
        clear_order_timer(row, now)


def clear_order_timer(row: Seat, now: datetime) -> None:
    """Make a seat wait for no order; its person is asked for what it does not answer.

    Call it with the row of its game locked.
    """
    row.plan_delay = row.plan_due_at = None
    row.save(update_fields=["plan_delay", "plan_due_at"])
    outbox.notify_turn_after_all(seat=row, now=now)


def delete_order(seat: Seat, now: datetime) -> None:
    """Delete the order of a seat that is handed on: the next player decides again."""
    SeatPlan.objects.filter(seat=seat).delete()


def drop_order(seat: Seat, now: datetime) -> None:
    """End an order that was about to be carried out when its game is taken back.

    The turn that it waited for is gone. One that waits for a turn still to come stays.
    """
    if seat.plan_due_at is None:
        return
    standing = SeatPlan.objects.select_related("person").filter(
        seat=seat, person=seat.person_id, fate=PlanFate.STANDING
    )
    for order in standing:
        end_order(order, fate=PlanFate.TAKEN_BACK, game=seat.game, now=now)


# While one of these is open, the turn is there already.
TURN_DECISIONS: Final = frozenset({"turn", "second", "place", "keep", "tunnel"})


def parse_order(text: str, view: engine.View, lexicon: Lexicon) -> Order:
    """The order of a text; a move without a condition is done whatever happens.

    :raises InvalidAction: if the text is no order.
    """
    command = parse_command(text, view, lexicon)
    if not isinstance(command, Order):
        word = lexicon.word
        command = parse_command(f"{word('when')} {word('always')}: {text}", view, lexicon)
    assert isinstance(command, Order)
    return command


def give_order(*, game: Game, seat: int, person: Person, order: Order, now: datetime) -> SeatPlan:
    """Store the order of a seat for its coming turn, in place of an earlier one.

    :raises InvalidAction: if the steps do not make a turn.
    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if it is the seat's turn, or the order could never be carried out.
    """
    with game_transaction(game=game, now=now) as locked:
        row = locked.seat(seat)
        if row.person_id != person.pk:
            raise SeatLost
        if locked.state.pending.get(seat) in TURN_DECISIONS:
            raise Refused(_("It is your turn now: make your move. Orders are for the next turn."))
        view = engine.view(locked.state, seat)
        check_shape(order, view)
        try:
            check_order(order, view)
        except engine.IllegalAction as error:
            raise Refused(refusal_sentence(error.message, error.params, view.board)) from error
        standing, _made = SeatPlan.objects.update_or_create(
            seat=row,
            defaults={
                "person": person,
                "order": encode_order(order),
                "rest": None,
                "given_at": now,
                "fate": PlanFate.STANDING,
                "refusal": None,
                "first_seq": None,
                "last_seq": None,
                "ended_at": None,
            },
        )
        row.plan_delay, row.plan_due_at = draw_delay(), None
        row.save(update_fields=["plan_delay", "plan_due_at"])
        return standing


def order_of(seat: Seat, person: Person) -> SeatPlan | None:
    """The order that a person gave for a seat: a standing one, or one that has ended.

    One that the person made superfluous by moving first is not shown any more.
    """
    found = SeatPlan.objects.filter(seat=seat, person=person).first()
    if found is None or seat.person_id != person.pk:
        return None
    if found.fate == PlanFate.STANDING and seat.plan_delay is None:
        return None
    return None if found.fate == PlanFate.UNNEEDED else found
