"""Carry out the commands in a message; the result tells what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from engine.orders.evaluation import actions_of_order
from engine.orders.model import Order
from engine.text.parse import Actions, Cancel, Command, Help, Show
from games import log
from games.common.errors import Refused, SeatLost, Stale
from games.inbound import orders_and_holds, plan_replies
from games.inbound.answers import InboundResult, not_understood, without_command
from games.inbound.commands import Unclear, begins_an_order, read_commands
from games.inbound.models import InboundOutcome
from games.inbound.privacy import log_detail, private_explanation
from games.inbound.reply import Reply
from games.inbound.sketches import answer_about_sketches
from games.language.command_help import board_commands
from games.notifications.mail.recap import changes_board
from games.people.bot_accounts import only_by_api
from games.plans.giving import TURN_DECISIONS
from games.play import Accepted, submit_action
from games.play.hold import is_held_by_preference
from games.play.submit import earlier_answer
from games.tables.models import GameStatus

NO_COMMAND = frozenset({"command.empty", "command.unknown", "command.too_long"})
"""Errors of texts that do not begin like a command."""


def play(*, reply: Reply, lines: Sequence[str]) -> InboundResult:
    """Carry out the commands in lines.

    The caller has switched to the person's language. A retry with the same key does nothing and
    reports what the first one did.
    """
    if reply.person.is_bot_account:
        headline = _("Nothing was done.")
        return InboundResult(InboundOutcome.ILLEGAL, headline, reason=only_by_api(), legible=False)
    seat = reply.seat
    earlier = earlier_answer(game=seat.game, seat=seat.number, key=reply.key)
    if earlier:
        return result_of_move(earlier, reply)
    if about_sketches := answer_about_sketches(reply, lines):
        return about_sketches
    if (plan := plan_replies.plan_in(lines, reply.lexicon)) is not None:
        return plan_replies.answer_plan(reply, plan)
    command = _read(lines, reply)
    view = reply.view
    if isinstance(command, Show):
        return InboundResult(
            InboundOutcome.ANSWERED,
            _("Here is the position."),
            choices=reply.legal_commands(),
            with_recap=True,
            with_picture=True,
        )
    if isinstance(command, Help):
        words = [
            *board_commands(view.board, reply.lexicon),
            *plan_replies.commands_of_plans(view, reply.lexicon),
            f"{reply.lexicon.word('say')} …",
        ]
        return InboundResult(InboundOutcome.ANSWERED, _("How to play by email."), choices=words)
    if isinstance(command, Cancel) or orders_and_holds.is_withdrawal(command, reply):
        return orders_and_holds.cancel_held_or_order(reply)
    ordering = view.pending.get(seat.number) not in TURN_DECISIONS
    if isinstance(command, Order) and ordering:
        return orders_and_holds.leave_order(command, reply)
    if isinstance(command, InboundResult) and ordering and begins_an_order(lines, reply.lexicon):
        return command
    seat.refresh_from_db(fields=["decision"])
    if seat.decision != reply.decision or seat.game.status != GameStatus.RUNNING:
        return InboundResult(
            InboundOutcome.STALE,
            _("The game has moved on, so nothing was done."),
            reason=_("Your email was about a decision that has already been made."),
            choices=reply.legal_commands(),
            legible=not isinstance(command, InboundResult) or command.legible,
        )
    if isinstance(command, Order):
        # The turn has come already, so what holds of it is the move.
        try:
            command = Actions(actions_of_order(command, view))
        except engine.InvalidAction as error:
            command = orders_and_holds.not_possible(error, reply)
    if isinstance(command, InboundResult):
        return replace(command, choices=reply.legal_commands())
    return _move(command.actions, reply)


def _read(lines: Sequence[str], reply: Reply) -> Command | InboundResult:
    """The command in some lines, or the answer that it was not understood."""
    try:
        return read_commands(lines, view=reply.view, lexicon=reply.lexicon, name=reply.person.name)
    except engine.InvalidAction as error:
        is_empty = error.message == "command.empty"
        reason = without_command(lines) if is_empty else reply.explain(error)
        legible = error.message not in NO_COMMAND or "meant" in error.params
        return replace(not_understood(reason, detail=log_detail(error)), legible=legible)
    except Unclear as error:
        return not_understood(str(error), detail="unclear")


def _move(actions: Sequence[engine.Action], reply: Reply) -> InboundResult:
    """Make a move, or hold it where the person wants that."""
    board = reply.view.board
    try:
        if is_held_by_preference(person=reply.person, actions=actions, board=board):
            return orders_and_holds.hold(actions, reply)
        accepted = submit(actions, reply)
    except SeatLost as lost:
        return InboundResult(InboundOutcome.STALE, str(lost))
    except Stale:
        return InboundResult(
            InboundOutcome.STALE,
            _("The game has moved on, so nothing was done."),
            reason=_("Somebody, perhaps the clock, was faster."),
        )
    except Refused as refusal:
        problem = orders_and_holds.not_possible(refusal, reply)
        return replace(problem, understood=reply.steps(actions), choices=reply.legal_commands())
    return result_of_move(accepted, reply)


def submit(actions: Sequence[engine.Action], reply: Reply) -> Accepted:
    """Make a move, as :func:`games.play.submit_action` does."""
    seat = reply.seat
    return submit_action(
        game=seat.game,
        seat=seat.number,
        decision=reply.decision,
        actions=actions,
        actor=str(seat.number),
        holder=seat,
        key=reply.key,
        now=reply.now,
    )


def result_of_move(accepted: Accepted, reply: Reply) -> InboundResult:
    """The result of a move that was made."""
    seat, game, full = reply.seat, reply.seat.game, reply.full
    view = engine.view(log.load(game, at=accepted.first_seq - 1), seat.number)
    after = engine.view(log.load(game), seat.number)
    events = log.events_of_move(seat, full=full, first=accepted.first_seq, last=accepted.last_seq)
    left = [*accepted.left]
    return InboundResult(
        InboundOutcome.PARTLY if left else InboundOutcome.PLAYED,
        _("Only part of this could be done.") if left else _("Your move is made."),
        detail=f"{len(accepted.done)} of {len(accepted.done) + len(left)}",
        understood=reply.steps((*accepted.done, *left), view),
        done=log.lines_of_move(events, game, reader=seat.number, lexicon=reply.lexicon),
        not_done=reply.steps(left, view),
        reason=(accepted.why if full else private_explanation()) if left else "",
        choices=reply.legal_commands(after),
        with_picture=any(map(changes_board, events)),
    )
