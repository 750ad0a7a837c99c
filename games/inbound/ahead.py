"""What is settled by mail ahead of a move: an order for the coming turn, a move that is held.

The delivery log says of all of it that something was asked and answered: staff read it, and play.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

import engine
from engine.actions import Withdraw
from engine.orders.order import Order
from engine.text.orders import write_branches
from engine.text.parse import Actions
from engine.text.write import write
from games.errors import Refused
from games.inbound.models import InboundOutcome
from games.inbound.privacy import detail, why
from games.inbound.report import Report
from games.language.lexicon import lexicon_for
from games.language.moments import moment
from games.orders.cancel import cancel_order
from games.orders.give import give_order
from games.people.models import MailPrivacy, Person
from games.play.hold import held_move, hold_move, withdraw_held
from games.tables.models import Seat


def is_withdrawal(command: object, seat: Seat, view: engine.View) -> bool:
    """Whether "withdraw" means a held move: no tunnel waits for it."""
    if not isinstance(command, Actions) or command.actions != (Withdraw(),):
        return False
    return view.tunnel is None and _is_held(seat)


def cancel(*, seat: Seat, person: Person, now: datetime) -> Report:
    """Withdraws the held move, or cancels the order."""
    try:
        if _is_held(seat):
            withdraw_held(game=seat.game, seat=seat.number, person=person, now=now)
            headline = _("Your move is withdrawn: choose anew.")
        else:
            cancel_order(game=seat.game, seat=seat.number, person=person, now=now)
            headline = _("Your order is cancelled.")
    except Refused as refusal:
        return Report(InboundOutcome.TOLD, _("Nothing was done."), why=str(refusal))
    return Report(InboundOutcome.TOLD, headline)


def leave(*, order: Order, seat: Seat, person: Person, view: engine.View, now: datetime) -> Report:
    """Keeps an order for the coming turn, and says how it was understood."""
    lexicon = lexicon_for(person.language)
    full = person.mail_privacy == MailPrivacy.FULL
    first, *others = write_branches(order, view, lexicon)
    lines = [first, *(f"{lexicon.word('else')} {part}" for part in others)] if full else []
    try:
        give_order(game=seat.game, seat=seat.number, person=person, order=order, now=now)
    except Refused as refusal:
        cause, told_why, kind = refusal.__cause__, str(refusal), ""
        if isinstance(cause, engine.IllegalAction):
            told_why, kind = why(cause, person=person, board=view.board), detail(cause)
        return Report(
            InboundOutcome.ILLEGAL,
            _("This is not possible, and nothing was done."),
            detail=kind,
            understood=lines,
            why=told_why,
        )
    return Report(
        InboundOutcome.TOLD,
        _("Your order stands. Nobody else can see it."),
        understood=lines,
        why=_(
            "It is carried out 2 to 20 minutes after your turn has come. “%(cancel)s” cancels it."
        )
        % {"cancel": lexicon.word("cancel")},
    )


def hold(
    *,
    actions: Sequence[engine.Action],
    seat: Seat,
    person: Person,
    decision: int,
    view: engine.View,
    key: str,
    now: datetime,
) -> Report:
    """Holds a move, as the person wishes it.

    :raises Refused: if it is not legal.
    :raises Stale: if the decision is closed.
    """
    lexicon = lexicon_for(person.language)
    hold_move(
        game=seat.game,
        seat=seat.number,
        person=person,
        decision=decision,
        actions=actions,
        key=key,
        now=now,
    )
    seat.refresh_from_db(fields=["held_until"])
    assert seat.held_until is not None
    full = person.mail_privacy == MailPrivacy.FULL
    return Report(
        InboundOutcome.TOLD,
        held_until(seat.held_until),
        understood=[write(action, view, lexicon) for action in actions] if full else [],
        why=_("Until then “%(withdraw)s” takes it back.") % {"withdraw": lexicon.word("withdraw")},
    )


def held_until(until: datetime) -> str:
    """Gets the sentence that says that a move is held, in the active language and zone."""
    told = moment(until, "H:i")
    return _("Your move is held until %(until)s, and counts as made.") % {"until": told}


def _is_held(seat: Seat) -> bool:
    seat.refresh_from_db(fields=["decision", "held_until"])
    return held_move(seat) is not None
