"""The pump: store deliveries of notices for every channel, send them, and try again (decision 51).

A delivery is stored whole before it is sent, an update decides between two workers, and what was
not marked is sent again with the same bytes.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final

from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.dates import first_time
from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.common.work import DELIVERIES
from games.notifications import leases
from games.notifications.channels import Answer, DeliveryChannel, delivery_channels
from games.notifications.eligibility import still_holds
from games.notifications.models import Delivery, DeliveryStatus, Notice, NotificationPreferences
from games.notifications.news import News, news_of
from games.notifications.outbox import OWNER_ONLY, PUBLIC_ONLY
from games.notifications.planning import postpone_notices
from games.notifications.preferences import preferences_of
from games.notifications.registry import is_private
from games.notifications.retry_delays import LONGEST_WAIT, backoff
from games.people.models import Person
from games.tables.models import Game, Seat

logger = logging.getLogger(__name__)

BUDGET: Final = 60.0
"""Seconds after which a run begins no more deliveries."""
NOTICES_AT_ONCE: Final = 500
MAX_TESTS: Final = 20
"""In an hour, to all endpoints of a person."""


def fan_out(*, now: datetime) -> int:
    """Store a delivery for each endpoint and game with notices due; return how many were stored.

    All endpoints of a person are considered at once, so that none is forgotten by a kill. What is
    to wait for the end of quiet hours, or until its reader leaves the page, is postponed first.
    """
    postpone_notices(now=now)
    available = delivery_channels()
    waiting = Delivery.objects.filter(status=DeliveryStatus.PENDING)
    waiting.exclude(channel__in=[one.name for one in available]).update(
        status=DeliveryStatus.DROPPED, next_attempt_at=None
    )
    due = Notice.objects.filter(fanned_out=False, not_before__lte=now)
    reached = reduce(or_, (_owners(one) for one in available), Q(pk=None))
    # Most people have no endpoint: their notices are done with in one statement.
    due.exclude(reached).update(fanned_out=True)
    groups: dict[tuple[int, int | None], list[Notice]] = defaultdict(list)
    for notice in due.select_related("person", "game").order_by("pk")[:NOTICES_AT_ONCE]:
        groups[notice.person_id, notice.game_id].append(notice)
    written = 0
    for notices in groups.values():
        try:
            written += _fan_out(notices, available, now)
        except (OperationalError, InterfaceError):
            # The database is away for a moment: the next run finds them again.
            if connection.in_atomic_block:
                raise
            logger.exception("No more deliveries are written for now.")
            break
    return written


def _owners(channel: DeliveryChannel) -> Q:
    return Q(person__in=channel.endpoints().order_by().values(channel.owner))


def _fan_out(notices: list[Notice], channels: Sequence[DeliveryChannel], now: datetime) -> int:
    """Store what each channel says of one person's notices about one game; return how many."""
    person, game = notices[0].person, notices[0].game
    seat = _seat(person, game)
    found: list[tuple[Delivery, list[Notice]]] = []
    with translation.override(person.language), timezone.override(person.zone):
        for channel in channels:
            try:
                found += _compose(channel, notices, seat, now)
            except (OperationalError, InterfaceError):
                raise
            except Exception:
                # Mail tells it; what cannot be rendered here must not stand in the way.
                logger.exception("Person %s cannot be notified by %s.", person.pk, channel.name)
    with transaction.atomic():
        pks = {one.pk for one in notices}
        rows = Notice.objects.filter(pk__in=pks, fanned_out=False)
        free = rows.select_for_update(skip_locked=True).values_list("pk", flat=True)
        if set(free) != pks:
            return 0
        for delivery, told in found:
            delivery.save()
            delivery.notices.set(told)
        rows.update(fanned_out=True)
        for name in sorted({delivery.channel for delivery, _told in found}):
            send_on_commit(DELIVERIES.task, name)
    return len(found)


def _compose(
    channel: DeliveryChannel, notices: Sequence[Notice], seat: Seat | None, now: datetime
) -> list[tuple[Delivery, list[Notice]]]:
    person, game, found = notices[0].person, notices[0].game, []
    preferences = preferences_of(person)
    for endpoint in channel.endpoints().filter(**{channel.owner: person.pk}):
        told = _to_tell(channel, endpoint, preferences, notices, seat)
        if told and channel.is_open(endpoint, now) and _has_room(channel, endpoint, now):
            news = news_of(told, game, seat)
            delivery = _delivery(channel, endpoint, person, news, now)
            delivery.game = game
            found.append((delivery, told))
    return found


def _to_tell(
    channel: DeliveryChannel,
    endpoint: Any,
    preferences: NotificationPreferences,
    notices: Sequence[Notice],
    seat: Seat | None,
) -> list[Notice]:
    """The notices that are still true, and that an endpoint is to learn."""
    return [
        one
        for one in notices
        if not _is_elsewhere(one, channel)
        and channel.wants(endpoint, one.kind, preferences)
        and still_holds(one, seat, public=channel.public)
    ]


def _is_elsewhere(notice: Notice, channel: DeliveryChannel) -> bool:
    """Whether a notice is only for the other channels: those that are public, or that are not."""
    if channel.public:
        return is_private(notice.kind) or OWNER_ONLY in notice.data
    return PUBLIC_ONLY in notice.data


def _seat(person: Person, game: Game | None) -> Seat | None:
    return Seat.objects.select_related("game").filter(game=game, person=person).first()


def _has_room(channel: DeliveryChannel, endpoint: Any, now: datetime) -> bool:
    if channel.most_a_day is None:
        return True
    today = Delivery.objects.filter(created_at__gt=now - timedelta(days=1))
    return today.filter(**_address(channel, endpoint)).count() < channel.most_a_day


def _address(channel: DeliveryChannel, endpoint: Any) -> dict[str, Any]:
    return {"channel": channel.name, channel.endpoint or "person": endpoint}


def _delivery(
    channel: DeliveryChannel, endpoint: Any, person: Person, news: News, now: datetime
) -> Delivery:
    delivery = Delivery(person=person, next_attempt_at=now, created_at=now)
    for field, value in _address(channel, endpoint).items():
        setattr(delivery, field, value)
    delivery.body = channel.compose(endpoint, news, name=delivery.name, now=now)
    return delivery


def send_test(
    *, channel: DeliveryChannel, endpoint: Any, person: Person, now: datetime
) -> Delivery:
    """Store a delivery that tells that deliveries arrive, to be sent at once.

    :raises Refused: if there were many of them in the last hour.
    """
    counter = f"{channel.name}-tests:{person.pk}"
    cache.add(counter, 0, timeout=3600)
    if cache.incr(counter) > MAX_TESTS:
        raise Refused(_("That was a lot of tests. Try again in an hour."))
    with translation.override(person.language), timezone.override(person.zone):
        news = News((_("This is a test: Night Mail can reach you here."),))
        delivery = _delivery(channel, endpoint, person, news, now)
    delivery.test = True
    with transaction.atomic():
        delivery.save()
        send_on_commit(DELIVERIES.task, channel.name)
    return delivery


def run_deliveries(*, channel: str = "", now: datetime) -> int:
    """Send what is due, through one channel or all, each within a budget; return how many arrived.

    What a run leaves, or is due again in a moment, makes it ask for another.
    """
    sent = 0
    for one in delivery_channels():
        if channel in ("", one.name):
            sent += _run(one, now)
    return sent


def _run(channel: DeliveryChannel, now: datetime) -> int:
    sent = leases.run_job(
        channel.work,
        task=DELIVERIES.task,
        args=(channel.name,),
        shared=True,
        work=lambda alive: send_due(channel=channel, now=now, alive=alive),
        next_due=lambda: first_time(_pending(channel), "next_attempt_at"),
        budget=BUDGET,
        now=now,
    )
    return sent or 0


def send_due(
    *,
    channel: DeliveryChannel,
    now: datetime,
    limit: int = 50,
    alive: leases.KeepAlive = leases.stay_alive,
) -> int:
    """Send deliveries of a channel that are due; return how many the other side took.

    Endpoints that answer go first, or those that do not would keep them waiting.
    """
    sent = 0
    for _each in range(limit):
        if not alive():
            break
        delivery = leases.take_next(_in_order(channel), lease=DELIVERIES.lease, now=now)
        if delivery is None:
            break
        sent += _send(channel, delivery, now)
    return sent


def _pending(channel: DeliveryChannel) -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=channel.name, status=DeliveryStatus.PENDING)


def _in_order(channel: DeliveryChannel) -> QuerySet[Delivery]:
    found = _pending(channel).select_related("person", "game")
    if not channel.endpoint:
        return found.order_by("next_attempt_at", "pk")
    found = found.select_related(channel.endpoint)
    return found.order_by(f"{channel.endpoint}__failures", "next_attempt_at", "pk")


def _send(channel: DeliveryChannel, delivery: Delivery, now: datetime) -> bool:
    """Send a delivery that this worker has taken, and mark it; whether the other side took it."""
    endpoint = channel.endpoint_of(delivery)
    closed = not channel.is_open(endpoint, now) or not delivery.person.is_active
    if closed or not _still_holds(channel, endpoint, delivery):
        leases.finish(Delivery, pk=delivery.pk, status=DeliveryStatus.DROPPED)
        return False
    if channel.endpoint and endpoint.resting_until and endpoint.resting_until > now:
        # No attempt: another delivery has just failed there.
        Delivery.objects.filter(pk=delivery.pk).update(
            next_attempt_at=endpoint.resting_until, attempts=F("attempts") - 1
        )
        return False
    with translation.override(delivery.person.language):
        answer = channel.send(endpoint, delivery, now)
    _mark(channel, delivery, answer, now)
    return answer.good


def _still_holds(channel: DeliveryChannel, endpoint: Any, delivery: Delivery) -> bool:
    if delivery.test:
        return True
    notices = list(delivery.notices.select_related("person", "game"))
    seat = _seat(delivery.person, delivery.game)
    preferences = preferences_of(delivery.person)
    return bool(_to_tell(channel, endpoint, preferences, notices, seat))


@transaction.atomic
def _mark(channel: DeliveryChannel, delivery: Delivery, answer: Answer, now: datetime) -> None:
    outcome: dict[str, Any] = {"answer": answer.status, "error": answer.error[:200]}
    failures, closed = 0 if answer.good else delivery.attempts, False
    endpoint = None
    if channel.endpoint:
        rows = channel.endpoints().select_for_update(of=("self",))
        endpoint = rows.filter(pk=channel.endpoint_of(delivery).pk).first()
        if endpoint is None:
            return  # It was removed meanwhile, with its deliveries.
        failures = 0 if answer.good else endpoint.failures + 1
    wait = min(max(backoff(failures), timedelta(seconds=answer.wait)), LONGEST_WAIT)
    if endpoint is not None:
        # The whole endpoint is left alone: another delivery would fail there as well.
        endpoint.failures, endpoint.resting_until = failures, now + wait if failures else None
        endpoint.save(update_fields=["failures", "resting_until"])
        closed = answer.status in channel.gone or failures >= channel.most_failures
        if closed:
            channel.close(endpoint, now)
    if answer.good:
        leases.finish(Delivery, pk=delivery.pk, status=DeliveryStatus.SENT, sent_at=now, **outcome)
    elif delivery.test or closed or now - delivery.created_at > channel.give_up_after:
        leases.finish(Delivery, pk=delivery.pk, status=DeliveryStatus.FAILED, **outcome)
    else:
        Delivery.objects.filter(pk=delivery.pk).update(next_attempt_at=now + wait, **outcome)
