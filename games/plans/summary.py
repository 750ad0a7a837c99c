"""One email a day about what the plans of a person did, in all games."""

from __future__ import annotations

import logging
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.common.jobs import for_each
from games.notifications import outbox
from games.notifications.models import Notice, NoticeKind
from games.notifications.preferences import preferences_of
from games.people.models import Person
from games.plans.models import SeatPlan
from games.tables.models import Game

logger = logging.getLogger(__name__)

TOPIC: Final = "moves"
"""A mail about this topic has a neutral subject."""
MORNING: Final = 8
"""The local hour for people who get no digest."""
AHEAD: Final = timedelta(hours=1)
"""So long before a digest its part about plans is written; this is called once an hour."""
MOST_GAMES: Final = 60
"""Games in one summary; the next one tells of the others."""


def tell_what_plans_did(*, now: datetime) -> int:
    """Write a notice for each person whose plans have moved since the last one, once a local day.

    Return how many were written. One who gets a digest finds it there.
    """
    people = Person.objects.filter(pk__in=_untold().values("person"))
    written, _failed = for_each(
        list(people),
        lambda person: _tell(person, now),
        logger,
        "What the plans of person %s did cannot be told; the next run tries again.",
    )
    return written


def _untold() -> QuerySet[SeatPlan]:
    """The plans of many turns with moves that no summary has told."""
    fresh = Q(told_seq=None) | Q(told_seq__lt=F("last_seq"))
    return SeatPlan.objects.filter(fresh, last_seq__isnull=False, order__has_key="aims")


def _day(person: Person, now: datetime) -> date | None:
    """The local day whose summary is due, None before its hour."""
    hour = preferences_of(person).digest_hour
    local = (now if hour is None else now + AHEAD).astimezone(person.zone)
    return local.date() if local.hour >= (MORNING if hour is None else hour) else None


def _tell(person: Person, now: datetime) -> bool:
    day = _day(person, now)
    mine = Notice.objects.filter(person=person, kind=NoticeKind.PLANS)
    if day is None or mine.filter(data__day=day.isoformat()).exists():
        return False
    with transaction.atomic():
        found = _untold().filter(person=person).order_by("seat__game")[:MOST_GAMES]
        games = list(found.values_list("seat__game", flat=True))
        # A move saves the whole row of its plan.
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk"))
        plans = list(found)
        if not plans:
            return False
        ranges = [[plan.seat_id, _first(plan), plan.last_seq] for plan in plans]
        for plan in plans:
            SeatPlan.objects.filter(pk=plan.pk).update(told_seq=plan.last_seq)
        outbox.notify(
            person=person,
            kind=NoticeKind.PLANS,
            topic=TOPIC,
            data={"day": day.isoformat(), "moves": ranges},
            now=now,
        )
    return True


def _first(plan: SeatPlan) -> int | None:
    return plan.first_seq if plan.told_seq is None else plan.told_seq + 1
