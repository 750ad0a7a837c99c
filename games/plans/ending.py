"""How plans end, pause and ask; what is done about them when a game or a seat changes."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta

from engine.plans.evaluation import Reason, Stop
from engine.plans.model import encode_memory
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.plans.models import PlanFate, SeatPlan
from games.plans.sketch_models import Sketch
from games.tables.models import Game, GameStatus, Seat

PASSING = frozenset({"tickets", "ready"})
"""Reasons to ask for one decision alone: once its owner has made it, the plan goes on by itself."""


def end_order(order: SeatPlan, *, fate: PlanFate, game: Game, now: datetime) -> None:
    """End an order; call it with the row of the game locked."""
    order.fate = fate
    order.ended_at = now
    order.save()
    if fate != PlanFate.UNNEEDED:
        _tell_fate(order, fate, game, now)


def ask_owner(plan: SeatPlan, seat: Seat, stop: Stop, *, at: datetime, now: datetime) -> None:
    """Let a plan ask its owner, who is told ``at`` a time and no sooner.

    Call it with the row of the game locked.
    """
    plan.why, plan.memory = asdict(stop.why), encode_memory(stop.memory)
    plan.decision = seat.decision
    delay = seat.plan_delay
    if stop.why.code not in PASSING:
        plan.fate, plan.ended_at, delay = PlanFate.ASKS, now, None
    plan.save()
    _stop_timer(seat, delay)
    outbox.notify_turn_after_all(seat=seat, at=at, now=now)
    outbox.notify(
        person=plan.person,
        kind=NoticeKind.ORDER,
        game=seat.game,
        data={"plan": plan.pk, "asks": plan.decision},
        wait=at - now,
        now=now,
    )


def clear_plan_timer(row: Seat, now: datetime) -> None:
    """Make a seat wait for no plan; its person is asked for what it does not answer.

    Call it with the row of its game locked.
    """
    _stop_timer(row)
    outbox.notify_turn_after_all(seat=row, now=now)


def delete_plan(seat: Seat, now: datetime) -> None:
    """Delete the plan of a seat that is handed on: the next player decides again."""
    SeatPlan.objects.filter(seat=seat).delete()


def delete_plans(person: Person) -> None:
    """Delete the plans and sketches of a person who may not play any more.

    Their games are locked first, so that nothing that was under way stores one again.
    """
    seats = Seat.objects.filter(person=person, game__status=GameStatus.RUNNING)
    running = Game.objects.filter(pk__in=seats.values("game")).order_by("pk")
    list(running.select_for_update().values_list("pk", flat=True))
    SeatPlan.objects.filter(person=person).delete()
    Sketch.objects.filter(person=person).delete()
    seats.filter(plan_delay__isnull=False).update(plan_delay=None, plan_due_at=None)


def drop_plan(seat: Seat, now: datetime) -> None:
    """End the plan of a seat whose game is taken back.

    An order that waits for a turn still to come stays.
    """
    if seat.plan_delay is None or (seat.plan_due_at is None and not seat.plan_lasts):
        return
    standing = SeatPlan.objects.select_related("person").filter(
        seat=seat, person=seat.person_id, fate=PlanFate.STANDING
    )
    for plan in standing:
        if not plan.lasts:
            end_order(plan, fate=PlanFate.TAKEN_BACK, game=seat.game, now=now)
            continue
        plan.fate, plan.ended_at = PlanFate.ASKS, now
        plan.why = asdict(Reason("taken_back"))
        plan.save()
        _stop_timer(seat)
        _tell_fate(plan, PlanFate.TAKEN_BACK, seat.game, now)


def _stop_timer(row: Seat, delay: timedelta | None = None) -> None:
    row.plan_delay, row.plan_due_at = delay, None
    row.save(update_fields=["plan_delay", "plan_due_at"])


def _tell_fate(plan: SeatPlan, fate: PlanFate, game: Game, now: datetime) -> None:
    outbox.notify(
        person=plan.person,
        kind=NoticeKind.ORDER,
        game=game,
        data={
            "order": plan.pk,
            "fate": fate,
            "given": plan.given_at.isoformat(),
            "events": [plan.first_seq, plan.last_seq],
        },
        now=now,
    )
