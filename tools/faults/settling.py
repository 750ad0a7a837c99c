"""What the site still has to do, and when it will do what it has put off."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.timezone import now as site_now

from games.clock.models import Heartbeat, Outage
from games.leagues.models import SeasonGame
from games.notifications.models import DeliveryStatus, Mail, Notice
from games.play.bots import seats_waiting_for_bots
from games.players.rating import first_unsettled
from games.scheduler.outage import JOB
from games.tables.models import GameStatus, Seat
from tools.faults.ledger import Ledger


def unfinished(ledger: Ledger, since: datetime) -> list[str]:
    """What the site still has to do now; nothing of it may be left in the end."""
    now = site_now()
    waiting: dict[str, Any] = {
        "moves without an answer": len(ledger.unknown),
        "notices": Notice.objects.filter(
            status=DeliveryStatus.PENDING, mail=None, not_before__lte=now
        ).count(),
        "mails": Mail.objects.filter(
            status=DeliveryStatus.PENDING, next_attempt_at__lte=now
        ).count(),
        "deadlines": Seat.objects.filter(
            due_at__lte=now, held_until=None, game__status=GameStatus.RUNNING
        ).count(),
        "bots": seats_waiting_for_bots().count(),
        "outages": Outage.objects.filter(made_up=False).count(),
        "ratings": int(first_unsettled() is not None),
        "results": SeasonGame.objects.filter(
            game__status=GameStatus.FINISHED, settled_at=None
        ).count(),
        "sweep": int(not Heartbeat.objects.filter(job=JOB, at__gte=since).exists()),
    }
    return [f"{count} {what}" for what, count in waiting.items() if count]


def next_attempt() -> datetime | None:
    """When the site will do the next thing that it has put off: a mail, or a notice."""
    times = [
        Mail.objects.filter(status=DeliveryStatus.PENDING)
        .order_by("next_attempt_at")
        .values_list("next_attempt_at", flat=True)
        .first(),
        Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)
        .order_by("not_before")
        .values_list("not_before", flat=True)
        .first(),
    ]
    return min((at for at in times if at is not None), default=None)
