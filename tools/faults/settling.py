"""Whether the site works again after a fault, what it has to do, and what it has put off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Exists, Max, Min, OuterRef, Q
from django.utils.timezone import now as site_now

from games.clock.models import Heartbeat, Outage
from games.leagues.models import SeasonGame
from games.notifications.leases import LONGEST_HOLD
from games.notifications.models import (
    AccountMail,
    DeliveryStatus,
    Mail,
    Notice,
    NoticeKind,
    Run,
)
from games.play.bots import seats_waiting_for_bots
from games.players.rating import first_unsettled
from games.scheduler.outage import JOB
from games.statistics.counting import countable, wrong
from games.tables.models import GameStatus, Seat
from tools.faults.ledger import Ledger
from tools.faults.players import Players
from tools.site.waiting import NeverHappened, until

RECOVERY: Final = 30.0
"""Seconds within which the site must move and sweep again after a fault has ended."""
MARGIN: Final = timedelta(seconds=5)
"""A move of the worker that is due so soon is waited for: none may come while somebody looks."""


def wait_for_recovery(players: Players, *, ended: float, at: datetime) -> None:
    """Wait until the site works again after a fault that ended at ``ended`` (monotonic) and ``at``.

    :raises NeverHappened: if it does not in time; it says what is missing.
    """
    try:
        until(
            lambda: not any(missing(players, ended=ended, at=at)),
            "moves and sweeps",
            within=RECOVERY,
        )
    except NeverHappened as error:
        left = ", ".join(missing(players, ended=ended, at=at))
        raise NeverHappened(f"{error}: {left}") from None


def missing(players: Players, *, ended: float, at: datetime) -> Iterator[str]:
    """What the site does not do yet: one sentence each, none where it has recovered."""
    try:
        if not any(accepted > ended for accepted in players.ledger.accepted_at[-5:]):
            yield from _who_could_move(players)
        if not Heartbeat.objects.filter(job=JOB, at__gt=at).exists():
            yield "nobody has swept"
    except (InterfaceError, OperationalError):
        # This connection may be one that the fault has cut.
        connection.close()
        yield "the database does not answer"
    if not players.site.is_well():
        yield "the health page says no"
    if not players.site.takes_mail():
        yield "the mail gate takes nothing"


def _who_could_move(players: Players) -> Iterator[str]:
    """Who could have moved, and has not: nobody where all games wait for a time to come.

    That happens where both hands leave a move to the worker at the same moment, the third table is
    over, and it is the turn of the one who never moves at the fourth.
    """
    now = site_now()
    seats = players.open_seats([*players.world.tokens])
    for left in what_is_left({"seats of players": seats.count, **moves_due(now, now)}):
        yield f"no move was accepted of {left}"


def unfinished(ledger: Ledger, since: datetime) -> Iterator[str]:
    """What the site still has to do now, one after the other; nothing may be left in the end."""
    now = site_now()
    soon = now + MARGIN
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    to_remind = running.filter(person__isnull=False, held_until=None, due_at__gt=now)
    pending = DeliveryStatus.PENDING
    counts: dict[str, Callable[[], int]] = {
        "moves without an answer": lambda: len(ledger.unknown),
        "mails": Mail.objects.filter(status=pending, next_attempt_at__lte=now).count,
        "notices": Notice.objects.filter(status=pending, mail=None, not_before__lte=now).count,
        "mails about accounts": AccountMail.objects.filter(
            status=pending, next_attempt_at__lte=now
        ).count,
        **moves_due(now, soon),
        "sweep": lambda: not Heartbeat.objects.filter(job=JOB, at__gte=since).exists(),
        "reminders": to_remind.filter(remind_at__lte=now).count,
        "outages": Outage.objects.filter(made_up=False).count,
    }
    yield from what_is_left(counts)
    yield from uncounted()


def moves_due(now: datetime, soon: datetime) -> dict[str, Callable[[], int]]:
    """How many moves the site has to make by itself, by what makes them."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    return {
        "bots": seats_waiting_for_bots().count,
        "deadlines": running.filter(due_at__lte=now, held_until=None).count,
        "held moves": running.filter(held_until__lte=soon).count,
        "orders": running.filter(plan_due_at__lte=soon, held_until=None).count,
    }


def uncounted() -> Iterator[str]:
    """What of the games that are over the worker still has to count."""
    ended = SeasonGame.objects.filter(game__status=GameStatus.FINISHED, settled_at=None)
    counts: dict[str, Callable[[], int]] = {
        "ratings": lambda: first_unsettled() is not None,
        "results": ended.count,
        "statistics": lambda: countable().filter(counted=None).count() + wrong().count(),
    }
    yield from what_is_left(counts)


def what_is_left(counts: Mapping[str, Callable[[], int]]) -> Iterator[str]:
    for what, count in counts.items():
        if number := count():
            yield f"{int(number)} {what}"


def put_off() -> list[datetime]:
    """When the site will do what it has put off, mails and notices: the first time comes first.

    A question that an order is to answer waits for that, and is not among them, nor is one that
    has been answered meanwhile.
    """
    mails = Mail.objects.filter(status=DeliveryStatus.PENDING)
    accounts = AccountMail.objects.filter(status=DeliveryStatus.PENDING)
    settled = Seat.objects.filter(
        Q(plan_due_at__isnull=False) | ~Q(decision=OuterRef("decision")),
        game=OuterRef("game"),
        person=OuterRef("person"),
    )
    notices = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None).exclude(
        Exists(settled), kind=NoticeKind.TURN
    )
    times = [
        *mails.values_list("next_attempt_at", flat=True),
        *accounts.values_list("next_attempt_at", flat=True),
        *notices.values_list("not_before", flat=True),
    ]
    return sorted(at for at in times if at is not None)


def next_attempt() -> datetime | None:
    """When the site will do the first thing that it has put off."""
    return min(put_off(), default=None)


def next_deferred() -> datetime | None:
    """When the first move is due that was left to the worker, None while none is."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    first: dict[str, datetime | None] = running.aggregate(Min("held_until"), Min("plan_due_at"))
    return min((at for at in first.values() if at is not None), default=None)


def held_until() -> datetime | None:
    """When the last job is free that somebody holds: a run at work, or one that has died."""
    now = site_now()
    held = Run.objects.filter(until__gt=now, until__lte=now + LONGEST_HOLD)
    last: datetime | None = held.aggregate(last=Max("until"))["last"]
    return last
