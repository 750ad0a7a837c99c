"""Moves that were left to the worker: each comes once, and none is forgotten or made by the clock.

A held move is made after ten minutes, an order 2 to 20 minutes after its turn has come. Until then
both wait, also beyond the end of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.common.actors import CLOCK
from games.plans.models import PlanFate, SeatPlan
from games.play.models import HeldMove
from tools.faults.follower import Decided, Followed
from tools.faults.ledger import Answer, Attempt, Ledger, Order

Games = Mapping[int, Followed]
MADE = (PlanFate.DONE, PlanFate.PARTLY)


def held_move(ledger: Ledger, key: tuple[int, int, int], decided: Decided) -> Attempt | None:
    """The held move that was made for a decision of a seat of a game; it counts as accepted now."""
    for move in ledger.held:
        key_of_move = move.game, move.seat, move.decision
        if key_of_move == key and (move.action, str(move.seat)) == (decided.action, decided.actor):
            ledger.settle(move, Answer.ACCEPTED, first=decided.seq, at=0.0)
            if ledger.clock_is_right and move.until is not None and decided.at < move.until:
                ledger.complain(f"move {move.key}, held until {move.until}, was made {decided.at}")
            return move
    return None


def is_ordered(
    ledger: Ledger, known: Followed, key: tuple[int, int, int], decided: Decided
) -> bool:
    """Whether an order says this move; it is spent by it. The first step of one begins a turn."""
    game, seat, decision = key
    begins = (seat, decision) in known.turns
    if decided.actor != str(seat):
        return False
    for order in ledger.orders:
        if (order.game, order.seat) != (game, seat) or order.answer is Answer.REFUSED:
            continue
        if begins == (order.done == 0) and order.steps[order.done : order.done + 1] == [
            decided.action
        ]:
            order.done += 1
            return True
    return False


def deferred_faults(ledger: Ledger, games: Games) -> Iterator[str]:
    """Held moves that are neither made nor held, and orders that nobody will carry out.

    Call it when all moves of the logs have been explained. What is done with leaves the ledger.
    """
    for move in [*ledger.held]:
        yield from _held_faults(ledger, move, games[move.game])
        if not ledger.clock_is_right:
            # A clock that was behind takes what is held for long for the work of one ahead.
            move.until = None
    for order in [*ledger.orders]:
        known, row = games[order.game], _row(order, ledger)
        if _is_over(order, known, row):
            ledger.orders.remove(order)
        elif order.answer is Answer.ACCEPTED and (fault := _order_fault(order, known, row)):
            ledger.orders.remove(order)
            yield f"game {order.code}: the order of seat {order.seat} {fault}"


def _held_faults(ledger: Ledger, move: Attempt, known: Followed) -> Iterator[str]:
    who = f"game {move.code}: the move held for decision {move.decision}"
    decided = known.decided.get((move.seat, move.decision))
    if decided is not None:
        ledger.held.remove(move)
        if decided.actor == CLOCK:
            yield f"{who} was made by the clock"
        return
    holding = HeldMove.objects.filter(
        seat__game=move.game,
        seat__number=move.seat,
        seat__held_until__isnull=False,
        decision=move.decision,
        failed_at=None,
    )
    if not holding.exists():
        ledger.held.remove(move)
        yield f"{who} is neither made nor held"


def _row(order: Order, ledger: Ledger) -> SeatPlan | None:
    """What the site has of an order: the seat may have another one by now."""
    rows = SeatPlan.objects.select_related("seat").filter(person=order.person)
    row = rows.filter(seat__game=order.game, seat__number=order.seat).first()
    if row is None or row.given_at == order.given:
        return row
    others = {one.given for one in ledger.orders}
    return row if order.given is None and row.given_at not in others else None


def _is_over(order: Order, known: Followed, row: SeatPlan | None) -> bool:
    """Whether the turn that an order was for has been played, by it or in its place."""
    if known.ended:
        return True
    while (turn := known.turn_after(order.seat, order.since)) is not None:
        if known.is_open(order.seat, turn):
            return False
        if order.done or row is None or not _waits(row):
            return True
        # That turn came and went while the order was on its way: it is for a later one.
        order.since = turn
    return False


def _order_fault(order: Order, known: Followed, row: SeatPlan | None) -> str:
    """What is wrong with an order whose turn has not been played; "" if it waits as it should."""
    if row is None:
        return "is gone"
    if row.fate in MADE:
        return "counts as carried out, and is not in the log"
    if row.fate != PlanFate.STANDING:
        return ""
    if not _waits(row):
        return "is valid, and waits for nothing"
    turn = known.turn_after(order.seat, order.since)
    if turn is not None and row.seat.plan_due_at is None:
        return f"is valid, and turn {turn} has come without it"
    return ""


def _waits(row: SeatPlan) -> bool:
    return row.fate == PlanFate.STANDING and row.seat.plan_delay is not None
