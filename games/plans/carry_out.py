"""Carry out plans that are due: those of one turn here, the others in games/plans/following."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

import engine
from engine.actions import Withdraw
from engine.orders.evaluation import (
    actions_of_branch,
    first_true_branch,
    tunnel_answer,
    tunnel_step_of,
)
from engine.orders.model import PayUpTo, decode_step, encode_step
from games import log
from games.common.errors import Refused, Stale
from games.common.jobs import for_each, send_delayed
from games.plans.ending import clear_plan_timer, end_order
from games.plans.following import follow_plan, submit_for
from games.plans.models import PlanFate, SeatPlan
from games.play.deferred import draw_delay, plan_due_at
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import IN_RUNNING_GAME

logger = logging.getLogger(__name__)


def carry_out_if_due(*, pk: int, now: datetime) -> bool:
    """Carry out what the order of the seat with this id says now; return whether it did anything.

    The move is made as its owner would make it, and looks like it to everybody else. A situation
    that the order does not foresee ends it, and the owner is notified. Past the deadline the clock
    moves.
    """
    with transaction.atomic():
        row = _locked(pk)
        if row is None or row.plan_due_at is None or row.plan_due_at > now:
            return False
        late = row.due_at is not None and row.due_at <= now
        if late or row.held_until is not None:
            return False
        order = SeatPlan.objects.filter(seat=row, fate=PlanFate.STANDING).first()
        if order is None or order.person_id != row.person_id or row.decision is None:
            clear_plan_timer(row, now)
            return False
        if order.lasts:
            return follow_plan(order, row, now=now)
        view = engine.view(log.load(row.game), row.number)
        rest: PayUpTo | Withdraw | None = None
        actions: Sequence[engine.Action]
        if order.rest is not None:
            answer = _answer(order, view)
            if answer is None:
                return _end(order, row, PlanFate.UNFORESEEN, now)
            actions = [answer]
        else:
            branch = first_true_branch(order.as_order, view)
            if branch is None:
                return _end(order, row, PlanFate.NO_BRANCH, now)
            actions, rest = actions_of_branch(branch, view), tunnel_step_of(branch)
        try:
            accepted = submit_for(order, row, actions, now=now)
        except Stale:
            return _end(order, row, PlanFate.UNNEEDED, now)
        except Refused as refusal:
            order.refusal = _refusal_data(refusal.__cause__)
            return _end(order, row, PlanFate.ILLEGAL, now)
        row.refresh_from_db()
        if rest is not None and row.kind == "tunnel":
            _wait_again(order, row, rest, now)
        elif accepted.left or row.decision is not None:
            _end(order, row, PlanFate.PARTLY, now)
        else:
            _end(order, row, PlanFate.DONE, now)
        return True


def _answer(order: SeatPlan, view: engine.View) -> engine.Action | None:
    assert order.rest is not None
    rest = decode_step(order.rest)
    if view.tunnel is None or not isinstance(rest, PayUpTo | Withdraw):
        return None
    return tunnel_answer(rest, view)


def _wait_again(order: SeatPlan, row: Seat, rest: PayUpTo | Withdraw, now: datetime) -> None:
    """Let the answer to a tunnel wait like a person who thinks about it."""
    order.rest = encode_step(rest)
    order.save()
    row.plan_delay = draw_delay()
    row.plan_due_at = plan_due_at(game=row.game, seat=row, now=now)
    row.save(update_fields=["plan_delay", "plan_due_at"])


def _end(order: SeatPlan, row: Seat, fate: PlanFate, now: datetime) -> bool:
    end_order(order, fate=fate, game=row.game, now=now)
    clear_plan_timer(row, now)
    return False


def _refusal_data(cause: BaseException | None) -> dict[str, object] | None:
    if not isinstance(cause, engine.IllegalAction):
        return None
    return {"message": cause.message, "params": dict(cause.params)}


def _locked(pk: int) -> Seat | None:
    """A seat under the lock of its game, None while a move holds the game."""
    games = Game.objects.select_for_update(skip_locked=True, of=("self",))
    if games.filter(seats=pk, status=GameStatus.RUNNING).first() is None:
        return None
    return Seat.objects.select_related("game", "person").get(pk=pk)


CARRY_OUT_TASK: Final = "games.carry_out_order"
INTERVAL: Final = timedelta(seconds=30)
"""The interval at which this is called."""


def carry_out_orders(*, now: datetime) -> int:
    """Carry out every order that is due; return how many did something.

    Those that fall due before the next run are asked for at their own moment: moves that came at
    full half minutes only would be seen to be orders. If such a message is lost, the next run makes
    up for it.
    """
    seats = Seat.objects.filter(IN_RUNNING_GAME)
    done, _failed = for_each(
        list(seats.filter(plan_due_at__lte=now).values_list("pk", flat=True)),
        lambda pk: carry_out_if_due(pk=pk, now=now),
        logger,
        "The order of seat %s failed; the next sweep tries again.",
    )
    soon = seats.filter(plan_due_at__gt=now, plan_due_at__lte=now + INTERVAL)
    for pk, due in soon.values_list("pk", "plan_due_at"):
        assert due is not None
        send_delayed(CARRY_OUT_TASK, pk, wait=due - now)
    return done
