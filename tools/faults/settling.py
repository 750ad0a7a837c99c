"""Whether the site works again after a fault, what it has to do, and what it has put off."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Exists, OuterRef, Q
from django.utils.timezone import now as site_now

from games.clock.models import Heartbeat, Outage
from games.common.work import ACCOUNT_MAILS, MAILS
from games.leagues.models import SeasonGame
from games.notifications.leases import RUN_LEASE
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.operators.state_metrics import WAITING
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
FIRST_STEP: Final = timedelta(minutes=1)
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

    :raises NeverHappened: if it does not do what is due, or has put off something for longer than
        a quarter of an hour: a lease of a mail takes ten minutes.
    """
    step = FIRST_STEP
    while True:
        _wait_until_idle(players, since)
        if not (left := put_off()):
            return
        if step > LONGEST_STEP:
            raise NeverHappened(f"put off for too long: {', '.join(left)}")
        clock.step(step)
        since = site_now()
        step *= 2


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
        elif time.monotonic() - at > STUCK:
            clock.step(RUN_LEASE)
            at = time.monotonic()
        return found

    until_none(left, "nothing is due", within=QUIET)


def unfinished(ledger: Ledger, since: datetime) -> list[str]:
    """What the site still has to do now; nothing may be left in the end."""
    now = site_now()
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    to_remind = running.filter(person__isnull=False, held_until=None, due_at__gt=now)
    counts = {
        "moves without an answer": len(ledger.answered(Answer.UNKNOWN)),
        **_due(now, "mails", "account_mails", "notices"),
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
        **_due(now, "bots", "deadlines"),
        "held moves": running.filter(held_until__lte=soon).count(),
        "orders": running.filter(plan_due_at__lte=soon, held_until=None).count(),
    }


def _due(now: datetime, *kinds: str) -> dict[str, int]:
    """How much of some kinds of work waits, as the metrics of the site say it."""
    return {kind: WAITING[kind](now).count() for kind in kinds}


def _more_than_none(counts: dict[str, int]) -> list[str]:
    return [f"{count} {what}" for what, count in counts.items() if count]


def put_off() -> list[str]:
    """What the site will do later, mails and notices.

    A question that an order is to answer waits for that, and is not among them, nor is one that
    has been answered meanwhile.
    """
    settled = Seat.objects.filter(
        Q(plan_due_at__isnull=False) | ~Q(decision=OuterRef("decision")),
        game=OuterRef("game"),
        person=OuterRef("person"),
    )
    notices = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)
    return _more_than_none(
        {
            "mails": MAILS.pending().count(),
            "mails about accounts": ACCOUNT_MAILS.pending().count(),
            "notices": notices.exclude(Exists(settled), kind=NoticeKind.TURN).count(),
        }
    )


def deferred() -> list[str]:
    """The moves that were left to the worker, and for which it waits."""
    running = Seat.objects.filter(game__status=GameStatus.RUNNING)
    return _more_than_none(
        {
            "held moves": running.filter(held_until__isnull=False).count(),
            "orders": running.filter(plan_due_at__isnull=False).count(),
        }
    )
