"""Holding a move: it counts as made, and can be withdrawn for ten minutes (decision 60).

Only a move that reveals nothing hidden to its maker can be held; otherwise the maker could take it
back with new knowledge. The others at the table do not see it until it is made.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine import wire
from engine.actions import BuildStation, Claim, Keep, Pass, RackTicket, Share
from engine.rules.legal import check_action
from games.clock.core.evenings import half_time
from games.common.errors import Refused
from games.common.jobs import for_each
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.play.deferred import HOLD_TIME
from games.play.models import HeldMove
from games.play.refusals import refusal_sentence
from games.play.submit import submit_action
from games.play.transaction import game_transaction
from games.tables.models import Game, Seat
from games.tables.selectors import IN_RUNNING_GAME

logger = logging.getLogger(__name__)


def can_be_held(actions: Sequence[engine.Action], board: engine.Board) -> bool:
    """Whether a move can be held: one that ends the turn and reveals nothing hidden.

    Draws reveal cards, and a tunnel turns cards up.
    """
    if len(actions) != 1:
        return False
    action = actions[0]
    if isinstance(action, Claim):
        track = board.tracks.get(action.track)
        return track is not None and not track.turns_up
    return isinstance(action, BuildStation | Keep | Pass | RackTicket | Share)


def is_held_by_preference(
    *, person: Person, actions: Sequence[engine.Action], board: engine.Board
) -> bool:
    """Whether a move is held because its maker always wants that, by any channel."""
    return person.hold_moves and can_be_held(actions, board)


def hold_move(
    *,
    game: Game,
    seat: int,
    person: Person,
    decision: int,
    actions: Sequence[engine.Action],
    key: str,
    now: datetime,
) -> HeldMove:
    """Hold a seat's answer to its open decision, until it is withdrawn or made.

    It replaces an earlier held move; a retry with the same ``key`` changes nothing.

    :raises Stale: if the decision is closed.
    :raises Refused: if the move is not legal or cannot be held. Nothing has changed.
    """
    with game_transaction(game=game, now=now) as locked:
        locked.check_holder(seat, person=person.pk, bot="")
        locked.check_open(seat, decision)
        row = locked.seat(seat)
        if not can_be_held(actions, locked.state.board):
            raise Refused(
                _("This move cannot be held, because it shows hidden cards. Make it now.")
            )
        earlier = HeldMove.objects.filter(seat=row).first()
        if row.held_until is not None and earlier and earlier.key == key:
            return earlier
        try:
            check_action(locked.state, seat, actions[0])
        except engine.IllegalAction as error:
            raise Refused(
                refusal_sentence(error.message, error.params, locked.state.board)
            ) from error
        held, _made = HeldMove.objects.update_or_create(
            seat=row,
            defaults={
                "person": person,
                "decision": decision,
                "actions": [wire.encode_action(action) for action in actions],
                "key": key,
                "submitted_at": now,
                "failed_at": None,
                "refusal": None,
            },
        )
        _keep_until(row, _held_until(locked.game, row, now))
        return held


def withdraw_held(*, game: Game, seat: int, person: Person, now: datetime) -> None:
    """Take a held move back; the decision is open as it was before.

    :raises Refused: if no move is held any more, or (:class:`SeatLost`) the seat is another's.
    """
    with game_transaction(game=game, now=now) as locked:
        locked.check_holder(seat, person=person.pk, bot="")
        row = locked.seat(seat)
        found = HeldMove.objects.filter(seat=row, person=person)
        if row.held_until is None or not found.exists():
            raise Refused(_("You are no longer holding a move. The log shows whether it was made."))
        found.delete()
        _keep_until(row, None)
        outbox.notify_turn_after_all(seat=row, now=now)


def held_move(seat: Seat) -> HeldMove | None:
    """The move that a seat holds now, None where it holds none."""
    if seat.held_until is None or seat.decision is None:
        return None
    held = HeldMove.objects.select_related("person").filter(
        seat=seat, person=seat.person_id, decision=seat.decision, failed_at=None
    )
    return held.first()


def delete_held_move(seat: Seat, now: datetime) -> None:
    """Delete the held move of a seat that is handed on: the next player must decide."""
    HeldMove.objects.filter(seat=seat).delete()


def drop_held_move(seat: Seat, now: datetime) -> None:
    """Delete the held move of a seat whose game is taken back, and notify its owner."""
    if held := held_move(seat):
        outbox.notify(
            person=held.person,
            kind=NoticeKind.ORDER,
            game=seat.game,
            data={"held": held.decision, "back": now.isoformat()},
            now=now,
        )
        held.delete()


def make_held_moves(*, now: datetime) -> int:
    """Make the moves whose time has come, also those past their deadline; return how many.

    A failure is logged and does not stop the others.
    """
    due = Seat.objects.filter(IN_RUNNING_GAME, held_until__lte=now)
    made, _failed = for_each(
        list(due.order_by("held_until", "pk").values_list("pk", flat=True)),
        lambda pk: make_held_move(pk=pk, now=now),
        logger,
        "The held move of seat %s failed; the next sweep tries again.",
    )
    return made


def make_held_move(*, pk: int, now: datetime) -> bool:
    """Make the held move of the seat with this id; return whether it was made.

    If it has become impossible, the person is notified and the decision is open again.
    """
    with transaction.atomic():
        row = Seat.objects.get(pk=pk)
        Game.objects.select_for_update().get(pk=row.game_id)
        row = Seat.objects.select_related("game", "person").get(pk=pk)
        if row.held_until is None or row.held_until > now:
            return False
        held = held_move(row)
        if held is None:
            _keep_until(row, None)
            return False
        try:
            submit_action(
                game=row.game,
                seat=row.number,
                decision=held.decision,
                actions=[wire.decode_action(data) for data in held.actions],
                actor=str(row.number),
                holder=row,
                key=held.key,
                held=True,
                now=now,
            )
        except (Refused, engine.InvalidAction) as refusal:
            _fail(held, row, refusal, now)
            return False
        held.delete()
        return True


def _fail(held: HeldMove, row: Seat, refusal: Exception, now: datetime) -> None:
    cause = refusal.__cause__
    held.failed_at = now
    if isinstance(cause, engine.IllegalAction):
        held.refusal = {"message": cause.message, "params": dict(cause.params)}
    held.save()
    _keep_until(row, None)
    outbox.notify_turn_after_all(seat=row, now=now)
    outbox.notify(
        person=held.person,
        kind=NoticeKind.ORDER,
        game=row.game,
        data={"held": held.decision, "at": now.isoformat()},
        now=now,
    )


def _held_until(game: Game, row: Seat, now: datetime) -> datetime:
    """Return the end of the hold that starts now; a late move counts as if it came in time.

    Otherwise holding one move after the other, or again and again, would avoid the deadline. At
    evening pace a move is held until half of the minutes are over.
    """
    until = now + HOLD_TIME
    if row.due_at is None:
        return until
    return max(now, min(until, half_time(game, row) or row.due_at + HOLD_TIME))


def _keep_until(row: Seat, until: datetime | None) -> None:
    row.held_until = until
    row.save(update_fields=["held_until"])
