"""Moves that were left to the worker: each comes once, and none is forgotten or made by the clock.

A held move is made after ten minutes, an order 2 to 20 minutes after its turn has come. Until then
both wait, also beyond the end of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.common.actors import CLOCK
from games.log.reading import LogLine
from games.plans.models import PlanFate, SeatPlan
from games.play.models import HeldMove
from tools.faults.game_logs import GameLog
from tools.faults.ledger import Answer, Attempt, Ledger, Order, Place

MADE = (PlanFate.DONE, PlanFate.PARTLY)


def is_held_move(ledger: Ledger, place: Place, decided: LogLine) -> bool:
    """Whether an answer to a decision is the move that was held; that counts as accepted now."""
    for move in ledger.answered(Answer.HELD):
        said = (move.place, move.action, str(move.seat.number))
        if said == (place, decided.action, decided.actor):
            ledger.settle(move, Answer.ACCEPTED, decided.seq)
            if ledger.clock_is_right and move.until is not None and decided.at < move.until:
                ledger.wrong.append(
                    f"move {move.key}, held until {move.until}, was made {decided.at}"
                )
            return True
    return False


def is_ordered(ledger: Ledger, known: GameLog, place: Place, decided: LogLine) -> bool:
    """Whether an order says this move; it is spent by it. The first step of one begins a turn."""
    game, seat, decision = place
    begins = (seat, decision) in known.turns
    if decided.actor != str(seat):
        return False
    for order in ledger.orders:
        theirs = (order.seat.game_id, order.seat.number) == (game, seat)
        if (
            theirs
            and order.answer is not Answer.REFUSED
            and begins == (order.done == 0)
            and order.steps[order.done : order.done + 1] == [decided.action]
        ):
            order.done += 1
            return True
    return False


def deferred_faults(ledger: Ledger, logs: Mapping[int, GameLog]) -> Iterator[str]:
    """Held moves that are neither made nor held, and orders that nobody will carry out.

    Call it when all moves of the logs have been explained. What is done with leaves the ledger.
    """
    for move in ledger.answered(Answer.HELD):
        yield from _held_faults(ledger, move, logs[move.seat.game_id])
        if not ledger.clock_is_right:
            # A clock that was behind takes what is held for long for the work of one ahead.
            move.until = None
    for order in [*ledger.orders]:
        known, row = logs[order.seat.game_id], _row(order, ledger)
        if _is_over(order, known, row):
            ledger.orders.remove(order)
        elif order.answer is Answer.ACCEPTED and (fault := _order_fault(order, known, row)):
            ledger.orders.remove(order)
            yield f"game {order.seat.game}: the order of seat {order.seat.number} {fault}"


def _held_faults(ledger: Ledger, move: Attempt, known: GameLog) -> Iterator[str]:
    who = f"game {move.seat.game}: the move held for decision {move.decision}"
    decided = known.decided.get((move.seat.number, move.decision))
    holding = HeldMove.objects.filter(
        seat=move.seat, seat__held_until__isnull=False, decision=move.decision, failed_at=None
    )
    if decided is None and holding.exists():
        return
    ledger.attempts.remove(move)
    if decided is None:
        yield f"{who} is neither made nor held"
    elif decided.actor == CLOCK:
        yield f"{who} was made by the clock"


def _row(order: Order, ledger: Ledger) -> SeatPlan | None:
    """What the site has of an order: the seat may have another one by now."""
    plans = SeatPlan.objects.filter(person=order.seat.person_id, seat=order.seat)
    row = plans.select_related("seat").first()
    if row is None or row.given_at == order.given:
        return row
    others = {one.given for one in ledger.orders}
    return row if order.given is None and row.given_at not in others else None


def _is_over(order: Order, known: GameLog, row: SeatPlan | None) -> bool:
    """Whether the turn that an order was for has been played, by it or in its place."""
    if known.ended:
        return True
    while (turn := known.turn_after(order.seat.number, order.since)) is not None:
        if known.is_open(order.seat.number, turn):
            return False
        if order.done or row is None or not _waits(row):
            return True
        # That turn came and went while the order was on its way: it is for a later one.
        order.since = turn
    return False


def _order_fault(order: Order, known: GameLog, row: SeatPlan | None) -> str:
    """What is wrong with an order whose turn has not been played; "" if it waits as it should."""
    if row is None:
        return "is gone"
    if row.fate in MADE:
        return "counts as carried out, and is not in the log"
    if row.fate != PlanFate.STANDING:
        return ""
    if not _waits(row):
        return "is valid, and waits for nothing"
    turn = known.turn_after(order.seat.number, order.since)
    if turn is not None and row.seat.plan_due_at is None:
        return f"is valid, and turn {turn} has come without it"
    return ""


def _waits(row: SeatPlan) -> bool:
    return row.fate == PlanFate.STANDING and row.seat.plan_delay is not None
