"""Carry out the commands in a message; the result tells what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

import engine
from engine.orders.evaluation import actions_of_order
from engine.orders.model import Order
from engine.text.lexicon import Lexicon
from engine.text.parse import Actions, Cancel, Command, Help, Show
from engine.text.steps import write_action
from games import log
from games.common.errors import Refused, SeatLost, Stale
from games.inbound import orders_and_holds, plan_replies
from games.inbound.answers import InboundResult, not_understood, without_command
from games.inbound.commands import Unclear, begins_an_order, read_commands
from games.inbound.models import InboundOutcome
from games.inbound.privacy import explain_error, log_detail, private_explanation
from games.inbound.sketches import answer_about_sketches
from games.language import command_help
from games.language.lexicon import lexicon_for
from games.notifications.mail.recap import changes_board
from games.people.bot_accounts import only_by_api
from games.people.models import MailPrivacy, Person
from games.plans.giving import TURN_DECISIONS
from games.play import Accepted, submit_action
from games.play.hold import is_held_by_preference
from games.play.submit import earlier_answer
from games.tables.models import GameStatus, Seat

NO_COMMAND = frozenset({"command.empty", "command.unknown", "command.too_long"})
"""Errors of texts that do not begin like a command."""


def play(
    *, seat: Seat, person: Person, decision: int, lines: Sequence[str], key: str, now: datetime
) -> InboundResult:
    """Carry out the commands in lines that answer a decision of the person's seat.

    The caller has switched to the person's language. A retry with the same ``key`` does nothing and
    reports what the first one did.
    """
    if person.is_bot_account:
        headline = _("Nothing was done.")
        return InboundResult(InboundOutcome.ILLEGAL, headline, reason=only_by_api(), legible=False)
    game, lexicon = seat.game, lexicon_for(person.language)
    earlier = earlier_answer(game=game, seat=seat.number, key=key)
    if earlier:
        return result_of_move(accepted=earlier, seat=seat, person=person)
    view = engine.view(log.load(game), seat.number)
    about_sketches = answer_about_sketches(
        lines=lines, seat=seat, person=person, view=view, now=now
    )
    if about_sketches:
        return about_sketches
    full = person.mail_privacy == MailPrivacy.FULL
    legal = partial(command_help.legal_commands, view, lexicon, full=full)
    if (plan := plan_replies.plan_in(lines, lexicon)) is not None:
        return plan_replies.answer_plan(plan, seat=seat, person=person, view=view, now=now)
    command: Command | None = None
    problem: InboundResult | None = None
    try:
        command = read_commands(lines, view=view, lexicon=lexicon, name=person.name)
    except engine.InvalidAction as error:
        if error.message == "command.empty":
            reason = without_command(lines)
        else:
            reason = explain_error(error, person=person, board=view.board)
        legible = error.message not in NO_COMMAND or "meant" in error.params
        problem = replace(not_understood(reason, detail=log_detail(error)), legible=legible)
    except Unclear as error:
        problem = not_understood(str(error), detail="unclear")
    if isinstance(command, Show):
        return InboundResult(
            InboundOutcome.ANSWERED,
            _("Here is the position."),
            choices=legal(),
            with_recap=True,
            with_picture=True,
        )
    if isinstance(command, Help):
        words = [
            *command_help.board_commands(view.board, lexicon),
            *plan_replies.commands_of_plans(view, lexicon),
            f"{lexicon.word('say')} …",
        ]
        return InboundResult(InboundOutcome.ANSWERED, _("How to play by email."), choices=words)
    if isinstance(command, Cancel) or orders_and_holds.is_withdrawal(command, seat, view):
        return orders_and_holds.cancel_held_or_order(seat=seat, person=person, now=now)
    ordering = view.pending.get(seat.number) not in TURN_DECISIONS
    if isinstance(command, Order) and ordering:
        return orders_and_holds.leave_order(
            order=command, seat=seat, person=person, view=view, now=now
        )
    if problem is not None and ordering and begins_an_order(lines, lexicon):
        return problem
    if _is_over(seat, decision):
        return InboundResult(
            InboundOutcome.STALE,
            _("The game has moved on, so nothing was done."),
            reason=_("Your email was about a decision that has already been made."),
            choices=legal(),
            legible=problem is None or problem.legible,
        )
    if isinstance(command, Order):
        # The turn has come already, so what holds of it is the move.
        try:
            command = Actions(actions_of_order(command, view))
        except engine.InvalidAction as error:
            problem = orders_and_holds.not_possible(error, person=person, board=view.board)
    if problem is not None:
        return replace(problem, choices=legal())
    assert isinstance(command, Actions)
    try:
        if is_held_by_preference(person=person, actions=command.actions, board=view.board):
            return orders_and_holds.hold(
                actions=command.actions,
                seat=seat,
                person=person,
                decision=decision,
                view=view,
                key=key,
                now=now,
            )
        accepted = submit_action(
            game=game,
            seat=seat.number,
            decision=decision,
            actions=command.actions,
            actor=str(seat.number),
            holder=seat,
            key=key,
            now=now,
        )
    except SeatLost as lost:
        return InboundResult(InboundOutcome.STALE, str(lost))
    except Stale:
        return InboundResult(
            InboundOutcome.STALE,
            _("The game has moved on, so nothing was done."),
            reason=_("Somebody, perhaps the clock, was faster."),
        )
    except Refused as refusal:
        understood = _commands(command.actions, view, lexicon) if full else []
        problem = orders_and_holds.not_possible(refusal, person=person, board=view.board)
        return replace(problem, understood=understood, choices=legal())
    return result_of_move(accepted=accepted, seat=seat, person=person)


def result_of_move(*, accepted: Accepted, seat: Seat, person: Person) -> InboundResult:
    """The result of a move that was made."""
    game, lexicon = seat.game, lexicon_for(person.language)
    full = person.mail_privacy == MailPrivacy.FULL
    view = engine.view(log.load(game, at=accepted.first_seq - 1), seat.number)
    after = engine.view(log.load(game), seat.number)
    events = log.events_of_move(seat, full=full, first=accepted.first_seq, last=accepted.last_seq)
    left = [*accepted.left]
    return InboundResult(
        InboundOutcome.PARTLY if left else InboundOutcome.PLAYED,
        _("Only part of this could be done.") if left else _("Your move is made."),
        detail=f"{len(accepted.done)} of {len(accepted.done) + len(left)}",
        understood=_commands((*accepted.done, *left), view, lexicon) if full else [],
        done=log.lines_of_move(events, game, reader=seat.number, lexicon=lexicon),
        not_done=_commands(left, view, lexicon) if full else [],
        reason=(accepted.why if full else private_explanation()) if left else "",
        choices=command_help.legal_commands(after, lexicon, full=full),
        with_picture=any(map(changes_board, events)),
    )


def _is_over(seat: Seat, decision: int) -> bool:
    seat.refresh_from_db(fields=["decision"])
    return seat.decision != decision or seat.game.status != GameStatus.RUNNING


def _commands(actions: Sequence[engine.Action], view: engine.View, lexicon: Lexicon) -> list[str]:
    return [write_action(action, view, lexicon) for action in actions]
