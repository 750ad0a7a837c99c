"""Whether the site works again after a fault, what it has to do, and what it has put off."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet
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
from tools.faults import clock
from tools.faults.ledger import Answer, Ledger
from tools.faults.players import Players
from tools.site.waiting import NeverHappened, until

RECOVERY: Final = 30.0
"""Seconds within which the site must move and sweep again after a fault has ended."""
QUIET: Final = 60.0
"""Seconds within which it must have done all that is due."""
MARGIN: Final = timedelta(seconds=5)
"""A move of the worker that is due so soon is waited for: none may come while somebody looks."""
STUCK: Final = 2.0
"""Seconds after which it counts as held up by a job that a dead process holds."""
LATEST: Final = timedelta(minutes=16)
"""Within this all that was put off must have been done: a lease of a mail takes ten minutes."""
SOON: Final = timedelta(minutes=1)
"""Attempts are put off by seconds at first; a sender has a mail for ten minutes."""
LONGEST_STEP: Final = timedelta(minutes=10)
"""The clock goes forward by no more at once: a quarter of an hour without a sweep is an outage, and
there may have been none since the players left."""


def until_none(left: Callable[[], list[str]], name: str, *, within: float) -> None:
    """Wait until nothing is left.

    :raises NeverHappened: if it takes longer than ``within``; it says what is left.
    """
    try:
        until(lambda: not left(), name, within=within)
    except NeverHappened as error:
        raise NeverHappened(f"{error}: {', '.join(left())}") from None


# After a fault


def wait_for_recovery(players: Players, *, ended: float, at: datetime) -> None:
    """Wait until the site works again after a fault that ended at ``ended`` (monotonic) and ``at``.

    :raises NeverHappened: if it does not in time; it says what is missing.
    """
    until_none(lambda: missing(players, ended=ended, at=at), "moves and sweeps", within=RECOVERY)


def missing(players: Players, *, ended: float, at: datetime) -> list[str]:
    """What the site does not do yet, in sentences.

    No move is missed where nobody could make one, as all games wait for a time to come: both hands
    may have left a move to the worker, and the turn of a third game be of one who never moves.
    """
    found = []
    try:
        if players.ledger.last_accepted <= ended:
            now, seats = site_now(), players.open_seats([*players.world.tokens])
            to_move = {"seats of players": seats.count()} | _moves_due(now, now)
            found += [f"no move was accepted of {left}" for left in _more_than_none(to_move)]
        if not Heartbeat.objects.filter(job=JOB, at__gt=at).exists():
            found.append("nobody has swept")
    except (InterfaceError, OperationalError):
        # This connection may be one that the fault has cut.
        connection.close()
        found.append("the database does not answer")
    if not players.site.is_well():
        found.append("the health page says no")
    if not players.site.takes_mail():
        found.append("the mail gate takes nothing")
    return found


# After play


def settle(players: Players, since: datetime) -> None:
    """Wait until nothing is due. What the site has put off comes due by setting the clock.

    :raises NeverHappened: if something due is not done, or something is put off for too long.
    """
    waited = timedelta()
    while True:
        _wait_until_idle(players, since)
        times = put_off()
        if not times:
            return
        is_late = waited + times[0] - site_now() > LATEST
        if is_late or times[0] > site_now() + SOON:
            # A sender may have it, which is back in a moment, or a wrong clock has put it off,
            # which the next look for it recalls.
            try:
                _until_another_is_first(times[0], within=10 if is_late else 1)
                continue
            except NeverHappened:
                if is_late:
                    raise
        # What comes soon after the first comes due with it.
        waited += skip(max(at for at in times if at <= times[0] + SOON))
        since = site_now()


def _until_another_is_first(due: datetime, *, within: float) -> None:
    name = f"a mail or a notice waits until {due}, and it is {site_now()}"
    until(lambda: put_off()[:1] != [due], name, within=within)


def skip(to: datetime) -> timedelta:
    """Set the clock forward to a time, or towards it, if it is to come; return how far."""
    by = min(to - site_now() + timedelta(seconds=1), LONGEST_STEP)
    if by <= timedelta():
        return timedelta()
    clock.step(by)
    return by


def _wait_until_idle(players: Players, since: datetime) -> None:
    """Wait until nothing is due now, and skip the time for which the dead hold a job."""
    before: list[str] = []
    at = time.monotonic()

    def left() -> list[str]:
        nonlocal before, at
        players.clear_up()
        found = unfinished(players.ledger, since)
        if found != before:
            before, at = found, time.monotonic()
        elif time.monotonic() - at > STUCK and (held := _held_until()):
            skip(held)
            at = time.monotonic()
        return found

    until_none(left, "nothing is due", within=QUIET)


def unfinished(ledger: Ledger, since: datetime) -> list[str]:
    """What the site still has to do now; nothing may be left in the end."""
    now = site_now()
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    to_remind = running.filter(person__isnull=False, held_until=None, due_at__gt=now)
    mails, accounts, notices = _pending()
    counts = {
        "moves without an answer": len(ledger.answered(Answer.UNKNOWN)),
        "mails": mails.filter(next_attempt_at__lte=now).count(),
        "notices": notices.filter(not_before__lte=now).count(),
        "mails about accounts": accounts.filter(next_attempt_at__lte=now).count(),
        **_moves_due(now, now + MARGIN),
        "sweep": int(not Heartbeat.objects.filter(job=JOB, at__gte=since).exists()),
        "reminders": to_remind.filter(remind_at__lte=now).count(),
        "outages": Outage.objects.filter(made_up=False).count(),
    }
    return _more_than_none(counts) + uncounted()


def uncounted() -> list[str]:
    """What of the games that are over the worker still has to count."""
    ended = SeasonGame.objects.filter(game__status=GameStatus.FINISHED, settled_at=None)
    return _more_than_none(
        {
            "ratings": int(first_unsettled() is not None),
            "results": ended.count(),
            "statistics": countable().filter(counted=None).count() + wrong().count(),
        }
    )


def _moves_due(now: datetime, soon: datetime) -> dict[str, int]:
    """How many moves the site has to make by itself, by what makes them."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    return {
        "bots": seats_waiting_for_bots().count(),
        "deadlines": running.filter(due_at__lte=now, held_until=None).count(),
        "held moves": running.filter(held_until__lte=soon).count(),
        "orders": running.filter(plan_due_at__lte=soon, held_until=None).count(),
    }


def _more_than_none(counts: dict[str, int]) -> list[str]:
    return [f"{count} {what}" for what, count in counts.items() if count]


def _pending() -> tuple[QuerySet[Mail], QuerySet[AccountMail], QuerySet[Notice]]:
    """All mails, mails about accounts, and notices without a mail that are still to be sent."""
    pending = DeliveryStatus.PENDING
    return (
        Mail.objects.filter(status=pending),
        AccountMail.objects.filter(status=pending),
        Notice.objects.filter(status=pending, mail=None),
    )


def put_off() -> list[datetime]:
    """When the site will do what it has put off, mails and notices: the first time comes first.

    A question that an order is to answer waits for that, and is not among them, nor is one that
    has been answered meanwhile.
    """
    mails, accounts, notices = _pending()
    settled = Seat.objects.filter(
        Q(plan_due_at__isnull=False) | ~Q(decision=OuterRef("decision")),
        game=OuterRef("game"),
        person=OuterRef("person"),
    )
    times = [
        *mails.values_list("next_attempt_at", flat=True),
        *accounts.values_list("next_attempt_at", flat=True),
        *notices.exclude(Exists(settled), kind=NoticeKind.TURN).values_list(
            "not_before", flat=True
        ),
    ]
    return sorted(at for at in times if at is not None)


def next_deferred() -> datetime | None:
    """When the first move is due that was left to the worker, None while none is."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    first: dict[str, datetime | None] = running.aggregate(Min("held_until"), Min("plan_due_at"))
    return min((at for at in first.values() if at is not None), default=None)


def _held_until() -> datetime | None:
    """When the last job is free that somebody holds: a run at work, or one that has died."""
    now = site_now()
    held = Run.objects.filter(until__gt=now, until__lte=now + LONGEST_HOLD)
    last: datetime | None = held.aggregate(last=Max("until"))["last"]
    return last
