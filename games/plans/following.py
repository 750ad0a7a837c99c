"""Ask the plan of a seat what it does at the open decision, and do it (decision 195)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime

import engine
from engine.errors import RecordError
from engine.events import TableEvent
from engine.plans.evaluation import Answer, Reason, Step, Stop, next_step, reason_to_stop
from engine.plans.model import (
    CardsInHand,
    Facts,
    FewTrains,
    LocomotiveFaceUp,
    Memory,
    OnDate,
    Plan,
    SomebodyWrote,
    encode_memory,
)
from games import log
from games.common.errors import Refused
from games.common.event_types import ADJUDICATED, DECISION, PAUSED
from games.notifications import outbox
from games.plans.ending import ask_owner
from games.plans.models import SeatPlan
from games.plans.pace import draw_times, rest
from games.play.submit import Accepted, submit_action
from games.tables.models import PlanChoice, Seat
from games.talk.models import Message

logger = logging.getLogger(__name__)

INTERRUPTIONS = frozenset({PAUSED, DECISION, ADJUDICATED})
"""Events of the table after which a plan asks."""
STAYING = (CardsInHand, FewTrains, LocomotiveFaceUp, OnDate)
"""Reasons to ask that remain true once they are: when the owner goes on they are done with."""


def follow_plan(plan: SeatPlan, seat: Seat, *, now: datetime) -> bool:
    """Ask a plan whose time has come, and make its move; return whether it made one.

    When the decision is new to the plan, the time of the move is drawn first. Whether the plan asks
    its owner is settled now; the move, and the mail about a question, wait until then. Call it with
    the row of the game locked.
    """
    view = engine.view(log.load(seat.game), seat.number)
    memory = plan.as_memory
    if plan.decision != seat.decision:
        claimed = _was_claimed_before(seat, view, memory)
        asks_at, moves_at = draw_times(seat=seat, claimed=claimed, now=now)
    else:
        asks_at = moves_at = rest(seat=seat, at=now)
    answer = _interruption(plan, seat, memory) or answer_of(plan, view, seat, now=now)
    plan.decision, plan.seen_seq, plan.seen_at = seat.decision, seat.game.version, now
    if isinstance(answer, Stop):
        ask_owner(plan, seat, answer, at=asks_at, now=now)
        return False
    if moves_at > now:
        plan.save()
        seat.plan_due_at = moves_at
        seat.save(update_fields=["plan_due_at"])
        outbox.let_turn_wait(seat=seat, until=moves_at)
        return False
    return _move(plan, seat, answer, now)


def _was_claimed_before(seat: Seat, view: engine.View, memory: Memory) -> bool:
    """Whether the turn before this one was a claim, as everybody has seen."""
    order = view.order
    before = order[order.index(seat.number) - 1]
    new = [*view.owner.values()][memory.claims or 0 :]
    return before in new


def answer_of(plan: SeatPlan, view: engine.View, seat: Seat, *, now: datetime) -> Answer:
    """What a plan does at the open decision of its seat; in doubt it asks."""
    memory = plan.as_memory
    try:
        meant = plan.as_plan
        facts = facts_of(plan, seat, meant, now=now)
        return next_step(meant, memory, view, facts, claims=seat.game.plans == PlanChoice.ALL)
    except RecordError:
        logger.exception("The plan of seat %s cannot be read.", seat.pk)
    except Exception:
        logger.exception("The plan of seat %s failed.", seat.pk)
    return Stop(Reason("unforeseen"), memory)


def facts_of(plan: SeatPlan, seat: Seat, meant: Plan, *, now: datetime) -> Facts:
    """The facts beside the view that a plan may ask."""
    wrote = False
    if SomebodyWrote() in meant.answers.stops:
        since = plan.seen_at or plan.given_at
        said = Message.objects.filter(game=seat.game_id, at__gt=since, removed_at=None)
        wrote = said.exclude(author=seat.person_id).exists()
    return Facts(now, wrote)


def go_on(plan: Plan, memory: Memory, view: engine.View, now: datetime) -> tuple[Plan, Memory]:
    """A plan and its memory, for it to go on although it has asked.

    What stays true is not asked again, and turns are counted from zero.
    """
    facts = Facts(now)
    kept = tuple(
        rule
        for rule in plan.answers.stops
        if not isinstance(rule, STAYING) or not reason_to_stop(rule, memory, memory, view, facts)
    )
    return replace(plan, answers=replace(plan.answers, stops=kept)), replace(memory, turns=0)


def _interruption(plan: SeatPlan, seat: Seat, memory: Memory) -> Stop | None:
    if plan.seen_seq is None:
        return None
    for line in log.events(seat.game, after=plan.seen_seq):
        if isinstance(line.event, TableEvent) and line.event.type in INTERRUPTIONS:
            return Stop(Reason("interrupted"), memory)
    return None


def submit_for(
    plan: SeatPlan, seat: Seat, actions: Sequence[engine.Action], *, now: datetime
) -> Accepted:
    """Make the moves that a plan or an order means, and note their events.

    :raises Stale: if the decision is closed.
    :raises Refused: if they are against a rule.
    """
    assert seat.decision is not None
    accepted = submit_action(
        game=seat.game,
        seat=seat.number,
        decision=seat.decision,
        actions=actions,
        actor=str(seat.number),
        holder=seat,
        now=now,
    )
    if plan.first_seq is None:
        plan.first_seq = accepted.first_seq
    plan.last_seq = accepted.last_seq
    return accepted


def _move(plan: SeatPlan, seat: Seat, step: Step, now: datetime) -> bool:
    try:
        accepted = submit_for(plan, seat, [step.action], now=now)
    except Refused:
        # What the plan means is against a rule that its view does not know of: its owner decides.
        logger.exception("The move of the plan of seat %s was refused.", seat.pk)
        ask_owner(plan, seat, Stop(Reason("unforeseen"), step.memory), at=now, now=now)
        return False
    plan.why, plan.memory = asdict(step.why), encode_memory(step.memory)
    plan.seen_seq = accepted.last_seq
    plan.save()
    return True
