"""Orders and held moves by mail. The delivery log says no more than that there was one.

The delivery log says of all of it that something was asked and answered: staff read it, and play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from engine.actions import Withdraw
from engine.orders.model import Order
from engine.text.orders import write_lines
from engine.text.parse import Actions
from games.common.dates import DateFormat, format_datetime
from games.common.errors import Refused
from games.inbound.answers import InboundResult
from games.inbound.models import InboundOutcome
from games.inbound.privacy import log_detail
from games.inbound.reply import Reply
from games.plans.giving import cancel_plan, give, plan_of
from games.plans.models import PlanFate
from games.play.hold import held_move, hold_move, withdraw_held
from games.tables.models import Seat


def is_withdrawal(command: object, reply: Reply) -> bool:
    """Whether "withdraw" means a held move: no tunnel waits for it."""
    if not isinstance(command, Actions) or command.actions != (Withdraw(),):
        return False
    return reply.view.tunnel is None and _is_held(reply.seat)


def cancel_held_or_order(reply: Reply) -> InboundResult:
    """Withdraw the held move, or cancel the order or the plan, in place or not."""
    seat, person = reply.seat, reply.person
    try:
        if _is_held(seat):
            withdraw_held(game=seat.game, seat=seat.number, person=person, now=reply.now)
            headline = _("Your move is withdrawn. Choose another.")
            return InboundResult(InboundOutcome.ANSWERED, headline)
        plan = plan_of(seat, person)
        lasts = plan is not None and plan.lasts
        standing = plan is None or not lasts or plan.fate == PlanFate.STANDING
        cancel_plan(
            game=seat.game, seat=seat.number, person=person, standing=standing, now=reply.now
        )
    except Refused as refusal:
        return InboundResult(InboundOutcome.ANSWERED, _("Nothing was done."), reason=str(refusal))
    headline = _("Your plan is cancelled.") if lasts else _("Your order is cancelled.")
    return InboundResult(InboundOutcome.ANSWERED, headline, discreet=lasts)


def leave_order(order: Order, reply: Reply) -> InboundResult:
    """Keep an order for the coming turn, and say how it was understood."""
    seat = reply.seat
    lines = write_lines(order, reply.view, reply.lexicon) if reply.full else []
    try:
        give(game=seat.game, seat=seat.number, person=reply.person, plan=order, now=reply.now)
    except Refused as refusal:
        return replace(not_possible(refusal, reply), understood=lines)
    return InboundResult(
        InboundOutcome.ANSWERED,
        _("Your order is in place. Nobody else can see it."),
        understood=lines,
        reason=_(
            "It is carried out 2 to 20 minutes after your turn begins. Write "
            "“%(cancel)s” to cancel it."
        )
        % {"cancel": reply.lexicon.word("cancel")},
    )


def hold(actions: Sequence[engine.Action], reply: Reply) -> InboundResult:
    """Hold a move, by the person's preference.

    :raises Refused: if it is not legal.
    :raises Stale: if the decision is closed.
    """
    seat = reply.seat
    hold_move(
        game=seat.game,
        seat=seat.number,
        person=reply.person,
        decision=reply.decision,
        actions=actions,
        key=reply.key,
        now=reply.now,
    )
    seat.refresh_from_db(fields=["held_until"])
    assert seat.held_until is not None
    return InboundResult(
        InboundOutcome.ANSWERED,
        held_sentence(seat.held_until),
        understood=reply.steps(actions),
        reason=_("Until then, write “%(withdraw)s” to withdraw it.")
        % {"withdraw": reply.lexicon.word("withdraw")},
    )


def not_possible(error: engine.InvalidAction | Refused, reply: Reply) -> InboundResult:
    """The result of a move or an order that cannot be made."""
    cause = error.__cause__ if isinstance(error, Refused) else error
    detail, reason = "", str(error)
    if isinstance(cause, engine.InvalidAction | engine.IllegalAction):
        detail, reason = log_detail(cause), reply.explain(cause)
    headline = _("This is not possible, so nothing was done.")
    return InboundResult(InboundOutcome.ILLEGAL, headline, detail=detail, reason=reason)


def held_sentence(until: datetime) -> str:
    """The sentence that says that a move is held, in the active language and zone."""
    time = format_datetime(until, DateFormat.TIME)
    return _("Your move is held until %(until)s and counts as made.") % {"until": time}


def _is_held(seat: Seat) -> bool:
    seat.refresh_from_db(fields=["decision", "held_until"])
    return held_move(seat) is not None
