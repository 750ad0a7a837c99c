"""Read, give, pause and cancel plans, of one turn or of many (decisions 60 and 195)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.orders.model import Order, encode_order
from engine.orders.validation import check_order, check_shape
from engine.plans.evaluation import Stop
from engine.plans.model import Plan, encode_memory, encode_plan
from engine.plans.validation import check_plan
from engine.text.lexicon import Lexicon
from engine.text.parse import parse_command
from engine.text.plan_lines import explain_answer
from engine.text.plans import begins_plan, read_plan
from games.common.errors import Refused, SeatLost, Stale
from games.language.lexicon import lexicon_for
from games.notifications import outbox
from games.people.models import Person
from games.plans.carry_out import carry_out_if_due
from games.plans.ending import PASSING, clear_plan_timer
from games.plans.following import answer_of, go_on
from games.plans.models import PlanFate, SeatPlan
from games.plans.usual import usual_answers
from games.play.deferred import SHORTEST_DELAY, draw_delay
from games.play.refusals import refusal_sentence
from games.play.transaction import LockedGame, game_transaction
from games.tables.models import Game, GameStatus, Seat
from games.tables.plan_choice import plays_without_plans

# While one of these is open, the turn is there already.
TURN_DECISIONS: Final = frozenset({"turn", "second", "place", "keep", "tunnel"})
# These have to be answered before a plan can begin.
ANSWERED_FIRST: Final = frozenset({"setup", "keep", "rack", "tunnel"})
AFTER_READ_BACK: Final = timedelta(minutes=10)
"""A plan that came by mail begins so long after it was read back."""


class AsksAtOnce(Refused):
    """A plan that would ask its owner before it has done anything. The text tells of the hand."""


def parse_order(text: str, view: engine.View, lexicon: Lexicon) -> Order:
    """The order of a text; a move without a condition is done whatever happens.

    :raises InvalidAction: if the text is no order.
    """
    with suppress(engine.InvalidAction):
        command = parse_command(text, view, lexicon)
        if isinstance(command, Order):
            return command
    # Read as an order it says which cards to name, whatever the hand could pay with now.
    word = lexicon.word
    command = parse_command(f"{word('when')} {word('always')}: {text}", view, lexicon)
    assert isinstance(command, Order)
    return command


def parse_plan(text: str, view: engine.View, lexicon: Lexicon, person: Person) -> Plan | Order:
    """The plan of a text: of many turns if it begins with "plan", else an order for the next turn.

    :raises InvalidAction: if it is neither.
    """
    if begins_plan(text, lexicon):
        return read_plan(text, view, lexicon, usual_answers(person))
    return parse_order(text, view, lexicon)


def why_decide_first(pending: str | None, *, order: bool) -> str:
    """Why nothing can be given before the ``pending`` decision is made; "" where it can."""
    if order and pending in TURN_DECISIONS:
        return _("It is your turn now: make your move. Orders are for the next turn.")
    if not order and pending in ANSWERED_FIRST:
        return _("Make this decision first. Then your plan can go on from there.")
    return ""


def give(
    *,
    game: Game,
    seat: int,
    person: Person,
    plan: Plan | Order,
    by_mail: bool = False,
    now: datetime,
) -> SeatPlan:
    """Store the plan of a seat, of many turns or as an order for the coming one, in place of an
    earlier one.

    In its own turn a plan of many turns makes its first move at once; one that came ``by_mail``
    begins ten minutes later. An order waits for the next turn.

    :raises InvalidAction: if the seat could never follow it.
    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if the table plays without plans or the plan would ask at once, if it is the
        turn of the seat or its order could never be carried out.
    """
    with game_transaction(game=game, now=now) as locked:
        row = _own_seat(locked, seat, person)
        view = engine.view(locked.state, seat)
        if isinstance(plan, Order):
            if why := why_decide_first(view.pending.get(seat), order=True):
                raise Refused(why)
            check(plan, view)
            row.plan_lasts, row.plan_delay, row.plan_due_at = False, draw_delay(), None
            row.save(update_fields=["plan_lasts", "plan_delay", "plan_due_at"])
            return _store(row, person, encode_order(plan), now)
        _check_allowed(locked.game, person)
        check(plan, view)
        stored = _store(row, person, encode_plan(plan), now)
        _begin(stored, locked, row, view, AFTER_READ_BACK if by_mail else timedelta(), now)
    return _first_move(stored, row, now)


def check(plan: Plan | Order, view: engine.View) -> None:
    """Refuse a plan or an order that the view's own seat could never follow.

    :raises InvalidAction: if it cannot be on this board, or the steps do not make a turn.
    :raises Refused: if the order could never be carried out.
    """
    if not isinstance(plan, Order):
        check_plan(plan, view)
        return
    check_shape(plan, view)
    try:
        check_order(plan, view)
    except engine.IllegalAction as error:
        raise Refused(refusal_sentence(error.message, error.params, view.board)) from error


def resume_plan(*, game: Game, seat: int, person: Person, now: datetime) -> SeatPlan:
    """Let a plan go on that is paused or has asked.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if there is none, or it would ask again at once.
    """
    with game_transaction(game=game, now=now) as locked:
        row = _own_seat(locked, seat, person)
        stored = SeatPlan.objects.select_for_update().filter(seat=row, person=person).first()
        if stored is None or not stored.lasts:
            raise Refused(_("You have no plan in this game."))
        if stored.fate != PlanFate.STANDING:
            _check_allowed(locked.game, person)
            view = engine.view(locked.state, seat)
            plan, memory = go_on(stored.as_plan, stored.as_memory, view, now)
            stored.order, stored.memory = encode_plan(plan), encode_memory(memory)
            stored.fate, stored.ended_at = PlanFate.STANDING, None
            stored.seen_seq, stored.seen_at = locked.game.version, now
            _begin(stored, locked, row, view, timedelta(), now)
    return _first_move(stored, row, now)


def pause_plan(*, game: Game, seat: int, person: Person, now: datetime) -> None:
    """Let a plan rest until its owner lets it go on; twice is as once.

    :raises SeatLost: if somebody else has the seat.
    """
    with game_transaction(game=game, now=now) as locked:
        row = _own_seat(locked, seat, person)
        rested = SeatPlan.objects.filter(seat=row, person=person, fate=PlanFate.STANDING)
        if row.plan_lasts and rested.update(fate=PlanFate.PAUSED, ended_at=now):
            clear_plan_timer(row, now)


def pause_all_plans(*, person: Person, now: datetime) -> int:
    """Pause the plans of a person in all games; return how many there were."""
    seats = Seat.objects.select_related("game").filter(
        person=person, plan_lasts=True, plan_delay__isnull=False
    )
    for row in seats:
        pause_plan(game=row.game, seat=row.number, person=person, now=now)
    return len(seats)


def _own_seat(locked: LockedGame, seat: int, person: Person) -> Seat:
    """The seat that a person holds who may still play: a ban ends that with the game locked."""
    row = locked.seat(seat)
    active = Person.objects.filter(pk=person.pk, is_active=True)
    if row.person_id != person.pk or not active.exists():
        raise SeatLost
    return row


def _check_allowed(game: Game, person: Person) -> None:
    if person.is_bot_account:
        raise Refused(_("Plans are for people: a bot account makes each move itself."))
    if plays_without_plans(game):
        raise Refused(_("This table plays without plans. An order for your next turn is allowed."))


def _store(row: Seat, person: Person, order: dict[str, object], now: datetime) -> SeatPlan:
    cleared = dict.fromkeys(
        ("rest", "refusal", "first_seq", "last_seq", "ended_at", "memory", "why", "decision",
         "seen_seq", "seen_at", "told_seq")
    )  # fmt: skip
    stored, _made = SeatPlan.objects.update_or_create(
        seat=row,
        defaults={
            **cleared,
            "person": person,
            "order": order,
            "given_at": now,
            "fate": PlanFate.STANDING,
        },
    )
    return stored


def _begin(
    stored: SeatPlan,
    locked: LockedGame,
    row: Seat,
    view: engine.View,
    wait: timedelta,
    now: datetime,
) -> None:
    """Let a plan be asked from the next decision on, or about the open one after a wait."""
    delay = draw_delay(max(SHORTEST_DELAY, wait))
    row.plan_lasts, row.plan_delay, row.plan_due_at = True, delay, None
    pending = locked.state.pending.get(row.number)
    if why_first := why_decide_first(pending, order=False):
        raise Refused(why_first)
    stored.seen_seq, stored.seen_at = locked.game.version, now
    if pending is not None and row.held_until is None:
        row.game = locked.game
        answer = answer_of(stored, view, row, now=now)
        if isinstance(answer, Stop):
            why = explain_answer(answer, stored.as_plan, view, lexicon_for(stored.person.language))
            if answer.why.code not in PASSING:
                raise AsksAtOnce(_("The plan would ask you at once: %(why)s") % {"why": why})
            stored.why = asdict(answer.why)
        else:
            row.plan_due_at = now + wait
            outbox.let_turn_wait(seat=row, until=row.plan_due_at)
        # Its delay is over: the owner is here.
        stored.decision = row.decision
    stored.save()
    row.save(update_fields=["plan_lasts", "plan_delay", "plan_due_at"])


def _first_move(stored: SeatPlan, row: Seat, now: datetime) -> SeatPlan:
    carry_out_if_due(pk=row.pk, now=now)
    stored.refresh_from_db()
    return stored


def cancel_plan(
    *, game: Game, seat: int, person: Person, standing: bool = True, now: datetime
) -> None:
    """Remove the order of a seat; where it is not ``standing``, one that has ended.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if there is none, or it was carried out a moment ago.
    :raises Stale: if one that has ended was to be removed, and a new one is in place.
    """
    with game_transaction(game=game, now=now) as locked:
        row = _own_seat(locked, seat, person)
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
        clear_plan_timer(row, now)


def plan_of(seat: Seat, person: Person) -> SeatPlan | None:
    """The plan that a person gave for a seat, in place or ended.

    One that the person made superfluous by moving first is not shown any more.
    """
    found = SeatPlan.objects.filter(seat=seat, person=person).first()
    if found is None or seat.person_id != person.pk:
        return None
    if found.fate == PlanFate.STANDING and seat.plan_delay is None:
        return None
    return None if found.fate == PlanFate.UNNEEDED else found


def plans_of(person: Person) -> dict[int, SeatPlan]:
    """The plans of many turns that a person has in running games, by the id of the game."""
    found = SeatPlan.objects.filter(
        person=person,
        seat__person=person,
        seat__game__status=GameStatus.RUNNING,
        fate__in=(PlanFate.STANDING, PlanFate.ASKS, PlanFate.PAUSED),
    )
    return {plan.seat.game_id: plan for plan in found.select_related("seat") if plan.lasts}
