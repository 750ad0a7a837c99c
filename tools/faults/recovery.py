"""Whether the site works again after a fault, and what is missing where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.utils.timezone import now as site_now

from games.clock.models import Heartbeat
from games.scheduler.outage import JOB
from tools.faults.players import Players
from tools.faults.settling import moves_due, what_is_left
from tools.site.waiting import NeverHappened, until

RECOVERY: Final = 30.0
"""Seconds within which the site must move and sweep again after a fault has ended."""


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
