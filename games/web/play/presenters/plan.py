"""The plan or order of the reader, for the page of the game and its own page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import engine
from engine.orders.model import Order
from engine.plans.model import Memory, Plan
from engine.plans.targets import Targets
from games.common.dates import DateFormat, format_datetime
from games.plans.models import PlanFate, SeatPlan
from games.plans.notifications import fate_sentences
from games.plans.texts import asks_now, lines_of, why_of
from games.tables.models import Seat
from games.web.parts import phrases
from games.web.parts.game_context import GameContext


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """What the reader gave: ``said`` tells what it did last, asks or came to, ``lines`` are its
    text, and ``note`` tells when it moves.

    ``lasts`` says that it is for more than one turn, ``stands`` that it is in place, ``asks`` that
    it waits for the reader.
    """

    title: str
    said: list[str]
    ended: str
    lines: list[str]
    note: str
    lasts: bool
    stands: bool
    asks: bool


def plan_panel(context: GameContext) -> PlanPanel | None:
    """The plan or order that only the reader may see, None where there is none."""
    found, seat = context.plan, context.seat
    if seat is None or found is None:
        return None
    view = context.snapshot().view
    stands, asks = found.fate == PlanFate.STANDING, asks_now(found, seat)
    return PlanPanel(
        title=_title(found, asks=asks),
        said=_said(found, seat, view),
        ended="" if found.lasts else format_datetime(found.ended_at, DateFormat.WEEKDAY_TIME),
        lines=lines_of(found.meant, view, phrases.lexicon()),
        note=_note(found, seat, asks=asks) if stands else "",
        lasts=found.lasts,
        stands=stands,
        asks=asks,
    )


def tracks_of(meant: Plan | Order, view: engine.View) -> list[str]:
    """The way that a plan would take, or the tracks that an order names."""
    if isinstance(meant, Order):
        parts = [part for one in meant.branches for part in (*one.conditions, *one.steps)]
        return [part.track for part in parts if hasattr(part, "track")]
    if not meant.aims:
        return []
    if not view.pending.get(view.own_seat):
        view = replace(view, pending={view.own_seat: "turn"})
    return [track.id for track in Targets(meant, Memory(), view).tracks]


def _title(plan: SeatPlan, *, asks: bool) -> str:
    if not plan.lasts:
        stands = plan.fate == PlanFate.STANDING
        return _("Your order for your next turn") if stands else _("Your order")
    if asks:
        return _("Your plan asks you")
    return _("Your plan rests") if plan.fate == PlanFate.PAUSED else _("Your plan")


def _said(plan: SeatPlan, seat: Seat, view: engine.View) -> list[str]:
    why = why_of(plan, seat, view, phrases.lexicon())
    headline = line = ""
    if not plan.lasts and plan.fate != PlanFate.STANDING:
        headline, line = fate_sentences(plan.fate)
    return [part for part in (headline, why, line if seat.decision is not None else "") if part]


def _note(plan: SeatPlan, seat: Seat, *, asks: bool) -> str:
    due = seat.plan_due_at is not None
    if asks:
        return _("Make this decision yourself; the plan goes on afterwards.")
    if plan.lasts and due:
        return _("It is your turn: your plan moves for you soon, unless you move first.")
    if plan.lasts:
        return _("It plays your turns. Nobody else can see it.")
    if plan.rest is not None:
        return _(
            "The tunnel is waiting: your order answers it within 20 minutes, unless you do so "
            "first."
        )
    if due:
        return _(
            "It is your turn: your order moves for you within 20 minutes, unless you move first."
        )
    return _("It is carried out 2 to 20 minutes after your turn begins. Nobody else can see it.")
