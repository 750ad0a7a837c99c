"""Write notices, in the transaction of what they report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from engine.events import Event, GameEnded, GameStarted
from engine.game import Game as State
from games.common import sql
from games.common.dates import stamp
from games.common.jobs import ask_on_commit
from games.common.work import MAILS
from games.notifications.channels import has_public_endpoint
from games.notifications.models import (
    DeliveryStatus,
    Mail,
    Notice,
    NoticeKind,
    ReplyAddress,
)
from games.notifications.registry import registered_types
from games.people.models import Person
from games.tables.models import Game, Seat

# Asked for once the rows are committed; it saves the half minute until the next sweep.
SEND_TASK = MAILS.task
# Decisions that a seat's own move leads to. The person who makes that move is at the page.
FOLLOW_UP_DECISIONS = frozenset({"second", "place", "keep", "tunnel"})
AFTER_ORDER = timedelta(minutes=1)
MAX_DATA = 2_000
OWNER_ONLY, PUBLIC_ONLY = "owner_only", "public_only"


def notify_events(
    *,
    seats: Sequence[Any],
    state: State,
    before_pending: Mapping[int, object],
    events: Sequence[Event],
    now: datetime,
) -> None:
    """Write the notices that follow from events just appended to the log.

    Call it inside their transaction with all ``seats`` of the game. ``state`` is the game after the
    events, ``before_pending`` has the seats that had a decision open before them. ``is_public`` of
    a seat is :func:`games.notifications.channels.public_endpoint`, read with it.
    """
    # A person who plays against bots alone began the game a moment ago.
    alone = sum(seat.person_id is not None for seat in seats) == 1
    started = not alone and any(isinstance(event, GameStarted) for event in events)
    over = any(isinstance(event, GameEnded) for event in events)
    notices = []
    for seat in seats:
        if seat.person_id is None:
            continue
        if started:
            notices.append(_notice(seat, NoticeKind.STARTED, now))
        if over:
            notices.append(_notice(seat, NoticeKind.OVER, now))
        if _is_new(seat.number, state, before_pending, events):
            question = _notice(
                seat, NoticeKind.TURN, now, decision=state.decision_seqs[seat.number]
            )
            notices.append(question)
            if seat.plan_due_at is not None:
                if seat.is_public:
                    notices.append(_told_apart(question))
                # Written now, whenever it leaves: else it would look like one of a wrong clock.
                question.not_before = max(now, seat.plan_due_at + AFTER_ORDER)
    _write(notices)


def _apart(question: Notice) -> list[Notice]:
    """Keep a question that is to wait for a plan from where others may read.

    Return what is told there at the time of the question: silence would tell them of the plan.
    """
    if OWNER_ONLY in question.data or question.fanned_out:
        return []
    if not has_public_endpoint(question.person_id):
        return []
    return [_told_apart(question)]


def _told_apart(question: Notice) -> Notice:
    """What is told where others may read; the question itself is for its person alone."""
    question.data = {**question.data, OWNER_ONLY: True}
    return Notice(
        person_id=question.person_id,
        game_id=question.game_id,
        kind=question.kind,
        decision=question.decision,
        key=f"public{question.key}",
        data={PUBLIC_ONLY: True},
        # No mail tells it.
        status=DeliveryStatus.DROPPED,
        not_before=question.not_before,
        created_at=question.created_at,
    )


def notify_reminder(*, seat: Seat, now: datetime) -> None:
    """Write a reminder of the seat's open decision, which its clock has just counted.

    Call it with the game's row locked.
    """
    if seat.person_id is None or seat.decision is None:
        return
    earlier = Notice.objects.filter(
        person_id=seat.person_id,
        game_id=seat.game_id,
        kind=NoticeKind.REMINDER,
        decision=seat.decision,
        key="",
    ).count()
    about = {"decision": seat.decision, "number": earlier + 1}
    data = {**_deadline(seat), "reminders": seat.reminders}
    _write([_notice(seat, NoticeKind.REMINDER, now, data=data, **about)])


def _deadline(seat: Seat) -> dict[str, Any]:
    """The deadline that a reminder is about: it is examined again when the reminder leaves."""
    return {"due": stamp(seat.due_at)} if seat.due_at else {}


def notify_turn_again(*, seat: Seat, now: datetime) -> None:
    """Write that it is a seat's turn, to the person who has just taken it.

    Also to one who held it before and was asked then: what that mail could do ended with the seat.
    """
    if seat.person_id is not None and seat.decision is not None:
        _write([_turn_notice(seat, now, again=_turn_notices(seat).exists())])


def notify_turn_after_all(*, seat: Seat, now: datetime, at: datetime | None = None) -> None:
    """Let a seat be asked for a decision that something else was to answer, and did not.

    A plan has ended, or a move is held no more. A notice that waits leaves now or ``at`` a time,
    and one that was dropped while the decision seemed to be made is written again; nobody gets two.
    Call it with the game's row locked, where a decision may be open.
    """
    at = at or now
    if seat.person_id is None or seat.decision is None:
        return
    notices = _turn_notices(seat)
    waiting = notices.filter(status=DeliveryStatus.PENDING, mail=None, not_before__gt=now)
    if waiting.update(not_before=at):
        ask_on_commit(SEND_TASK)
    elif not notices.exclude(status=DeliveryStatus.DROPPED).exists():
        question = _turn_notice(seat, now, again=notices.exists())
        # A webhook may write where the others read, and would tell them of the order.
        question.data, question.not_before = {OWNER_ONLY: True}, at
        _write([question])


def let_turn_wait(*, seat: Seat, until: datetime) -> None:
    """Let the notice of a seat's open decision wait for its plan, if it has not left yet.

    Call it with the game's row locked.
    """
    waiting = _turn_notices(seat).filter(status=DeliveryStatus.PENDING, mail=None)
    for question in waiting.select_for_update():
        public = _apart(question)
        question.not_before = until + AFTER_ORDER
        question.save(update_fields=["data", "not_before"])
        _write(public)


def _turn_notices(seat: Seat) -> QuerySet[Notice]:
    """The notices that ask the person in a seat for its open decision."""
    assert seat.decision is not None
    return Notice.objects.filter(
        person=seat.person_id, game=seat.game_id, kind=NoticeKind.TURN, decision=seat.decision
    )


def _turn_notice(seat: Seat, now: datetime, *, again: bool) -> Notice:
    assert seat.decision is not None
    key = f"again-{now:%Y%m%dT%H%M%S}" if again else ""
    return _notice(seat, NoticeKind.TURN, now, decision=seat.decision, key=key)


def notify_before_quiet_hours(*, seat: Seat, night: datetime, now: datetime) -> None:
    """Write a reminder of the seat's open decision, once before the quiet hours of a ``night``."""
    if seat.person_id is None or seat.decision is None:
        return
    about = {"decision": seat.decision, "key": f"before-{night:%Y-%m-%d}"}
    _write([_notice(seat, NoticeKind.REMINDER, now, data=_deadline(seat), **about)])


def notify_nudge(*, seat: Seat, by: Seat, silent: bool = False, now: datetime) -> None:
    """Write that the person in seat ``by`` waits. Call it with the game's row locked.

    A ``silent`` nudge counts as one and is sent nowhere.
    """
    assert seat.decision is not None
    # It becomes a part of a Message-ID, in which no colon may stand (RFC 5322).
    about = {"decision": seat.decision, "key": f"{now:%Y%m%dT%H%M}"}
    notice = _notice(seat, NoticeKind.NUDGE, now, data={"by": by.number}, **about)
    if silent:
        notice.status, notice.fanned_out = DeliveryStatus.DROPPED, True
    _write([notice])


def notify(
    *,
    person: Person,
    kind: NoticeKind,
    now: datetime,
    game: Game | None = None,
    topic: str = "",
    data: Mapping[str, Any] | None = None,
    wait: timedelta = timedelta(),
) -> None:
    """Write a notice of a registered kind. Call it in the transaction of what it tells.

    :param game: the game it is about; its mail joins what else waits for the person there.
    :param topic: what it is about where that is no game, such as "season:12"; one thread
        each.
    :param data: ids and numbers to say it with, as JSON. Equal data is one notice however often it
        is written, so put in what makes this time another: the id of the message, the date.
    :param wait: how long it waits for others to go into the same mail, where it is in no hurry.
    """
    if kind not in registered_types():
        raise ValueError(f"Nobody has registered how to tell {kind!r}.")
    if (game is None) == (not topic):
        raise ValueError("A notice is about a game, or else about a topic.")
    packed = json.dumps(data or {}, sort_keys=True)
    if len(packed) > MAX_DATA:
        raise ValueError("A notice holds ids and numbers, not what they stand for.")
    key = hashlib.sha256(packed.encode()).hexdigest()[:16]
    _write(
        [
            Notice(
                person=person,
                game=game,
                topic=topic,
                kind=kind,
                key=key,
                data=data or {},
                not_before=now + wait,
                created_at=now,
            )
        ]
    )


def drop_for_seat(seat: Seat, now: datetime) -> None:
    """Drop the waiting notices and mails of a person in a seat, and close their reply addresses.

    Answers and turn mails show the hand, and nobody asks again whether they are still relevant.
    """
    if seat.person_id is None:
        return
    ReplyAddress.objects.filter(person=seat.person_id, seat=seat).delete()
    mine = {"person": seat.person_id, "game": seat.game_id}
    waiting = Mail.objects.filter(**mine, status=DeliveryStatus.PENDING)
    waiting.update(status=DeliveryStatus.DROPPED, next_attempt_at=None, source=b"")
    notices = Notice.objects.filter(**mine, status=DeliveryStatus.PENDING)
    notices.update(status=DeliveryStatus.DROPPED)


def _is_new(
    number: int, state: State, before_pending: Mapping[int, object], events: Sequence[Event]
) -> bool:
    kind = state.pending.get(number)
    if kind is None or state.decision_seqs[number] <= state.seq - len(events):
        return False
    return kind not in FOLLOW_UP_DECISIONS or number not in before_pending


def _notice(seat: Seat, kind: NoticeKind, now: datetime, **more: Any) -> Notice:
    assert seat.person_id is not None
    about = {"person_id": seat.person_id, "game_id": seat.game_id, "kind": kind}
    return Notice(**about, not_before=now, created_at=now, **more)


def _write(notices: Sequence[Notice]) -> None:
    if notices:
        sql.insert(notices, unless_there=True)
        ask_on_commit(SEND_TASK)
