"""Compose push messages from notices, send them, and try again (decision 51).

It works as the calls of webhooks do: a message is stored before it is sent, an update decides
between two workers, and what was not marked is done again. A message holds nothing that is not in
the page of the game for everybody: lock screens show it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Min, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.notifications import leases
from games.notifications.eligibility import is_eligible
from games.notifications.leases import run_job
from games.notifications.models import Channel, DeliveryStatus, Notice
from games.notifications.preferences import preferences_of
from games.notifications.push import encryption
from games.notifications.push.models import PushMessage, PushSubscription
from games.notifications.push.subscriptions import check_endpoint, is_push_available
from games.notifications.registry import is_private
from games.notifications.webhooks import http_client, ssrf_guard
from games.notifications.webhooks.body import sentences
from games.notifications.webhooks.http_client import Response
from games.people.models import Person
from games.people.sign_ins import is_signed_in
from games.tables.models import Game, Seat

logger = logging.getLogger(__name__)

PUSH_TASK: Final = "games.send_pushes"
JOB: Final = "pushes"
LEASE: Final = timedelta(minutes=2)
BUDGET: Final = 60.0
"""Seconds after which a run begins no more messages."""
GIVE_UP_AFTER: Final = timedelta(days=1)
MAX_FAILURES: Final = 16
"""In a row: after some eighteen hours, as the waits grow."""
MAX_A_DAY: Final = 200
"""Messages to one browser; what is more is told by email alone."""
MAX_TESTS: Final = 20
"""In an hour."""
GONE: Final = frozenset({404, 410})
"""The browser has ended the subscription (RFC 8030 7.3)."""
TIME_TO_LIVE: Final = timedelta(days=1)


def compose_pushes(*, now: datetime, limit: int = 500) -> int:
    """Store a message for each browser and game with notices due; return how many were stored."""
    due = Notice.objects.filter(pushed=False, not_before__lte=now)
    subscribed = PushSubscription.objects.order_by().values("sign_in__person")
    if not is_push_available():
        subscribed = subscribed.none()
    # Most people have none: their notices are done with in one statement.
    due.exclude(person__in=subscribed).update(pushed=True)
    groups: dict[tuple[int, int | None], list[Notice]] = defaultdict(list)
    rows = due.filter(person__in=subscribed).select_related("person", "game").order_by("pk")
    for notice in rows[:limit]:
        groups[notice.person_id, notice.game_id].append(notice)
    written = 0
    for notices in groups.values():
        try:
            written += _compose(notices, now)
        except (OperationalError, InterfaceError):
            # The database is away for a moment: the next run finds them again.
            if connection.in_atomic_block:
                raise
            logger.exception("No more push messages are written for now.")
            break
        except Exception:
            logger.exception("A push for person %s cannot be written.", notices[0].person_id)
            # Mail tells it; a notice that cannot be rendered here must not stand in the way.
            Notice.objects.filter(pk__in=[one.pk for one in notices]).update(pushed=True)
    if written:
        send_on_commit(PUSH_TASK)
    return written


def run_push_job(*, now: datetime) -> int:
    """Send the messages that are due, within a budget; 0 where another run is at it."""
    until = time.monotonic() + BUDGET
    sent = run_job(
        JOB,
        task=PUSH_TASK,
        work=lambda alive: send_pushes(now=now, until=until, alive=alive),
        next_due=_next_due,
        now=now,
    )
    return sent or 0


def send_pushes(
    *,
    now: datetime,
    limit: int = 50,
    until: float = math.inf,
    alive: Callable[[], None] = lambda: None,
) -> int:
    """Send the messages that are due; return how many the push services took.

    Services that answer go first, or those that do not would keep them waiting. None is begun after
    ``until``, on the clock of ``time.monotonic``.
    """
    sent = 0
    rows = _due(now).order_by("subscription__failures", "next_attempt_at", "pk")
    for pk in list(rows.values_list("pk", flat=True)[:limit]):
        if time.monotonic() >= until:
            break
        alive()
        sent += send_push(pk=pk, now=now)
    return sent


def send_push(*, pk: int, now: datetime) -> bool:
    """Send one message and mark it; return whether the push service took it."""
    message = _take(pk, now)
    if message is None:
        return False
    to = message.subscription
    try:
        check_endpoint(to.endpoint)
        target = ssrf_guard.resolve_target(to.endpoint)
        body = encryption.encrypt(
            message.text.encode(),
            browser_key=encryption.decode(to.key),
            secret=encryption.decode(to.secret),
        )
    except ValueError as error:
        answer = Response(0, str(error))
    else:
        answer = http_client.post(target, body, _headers(message, now))
    _mark(message, answer, now)
    return answer.good


def send_test(*, subscription: PushSubscription, now: datetime) -> PushMessage:
    """Store a message that tells that messages arrive, to be sent at once.

    :raises Refused: if there were many of them in the last hour.
    """
    person = subscription.sign_in.person
    counter = f"push-tests:{person.pk}"
    cache.add(counter, 0, timeout=3600)
    if cache.incr(counter) > MAX_TESTS:
        raise Refused(_("That was a lot of tests. Try again in an hour."))
    with translation.override(person.language):
        text = _text([_("This is a test: Night Mail can reach you here.")], None)
    with transaction.atomic():
        message = PushMessage.objects.create(
            subscription=subscription, text=text, test=True, next_attempt_at=now, created_at=now
        )
        send_on_commit(PUSH_TASK)
    return message


def _compose(notices: list[Notice], now: datetime) -> int:
    """Store a message for each browser of a person that tells these notices; return how many."""
    person, game = notices[0].person, notices[0].game
    wanted, seat = _wanted(person, game, notices)
    messages = []
    if wanted:
        with translation.override(person.language), timezone.override(person.zone):
            said = sentences([one for one in wanted if not is_private(one.kind)], seat)
            text = _text(said or [_("There is news.")], game)
        messages = [
            PushMessage(subscription=one, game=game, text=text, next_attempt_at=now, created_at=now)
            for one in PushSubscription.objects.filter(sign_in__person=person)
            if _has_room(one, now)
        ]
    with transaction.atomic():
        free = set(
            Notice.objects.filter(pk__in=[one.pk for one in notices], pushed=False)
            .select_for_update(skip_locked=True)
            .values_list("pk", flat=True)
        )
        if free != {one.pk for one in notices}:
            return 0
        for message in messages:
            message.save()
            message.notices.set(wanted)
        Notice.objects.filter(pk__in=free).update(pushed=True)
    return len(messages)


def _wanted(
    person: Person, game: Game | None, notices: Sequence[Notice]
) -> tuple[list[Notice], Seat | None]:
    """The notices that are still true and wanted as push messages, and the person's seat."""
    preferences = preferences_of(person)
    seat = Seat.objects.select_related("game").filter(game=game, person=person).first()
    held = [one for one in notices if is_eligible(one, seat, preferences, Channel.PUSH)]
    return held, seat


def _has_room(subscription: PushSubscription, now: datetime) -> bool:
    today = subscription.messages.filter(created_at__gt=now - timedelta(days=1))
    return today.count() < MAX_A_DAY


def _text(said: Sequence[str], game: Game | None) -> str:
    """A message for the service worker: name and code of the game, public sentences, a path."""
    title = f"{game.board_name} {game.title}" if game else settings.SITE_NAME
    path = reverse("game", args=[game.code]) if game else "/"
    content = {"title": title, "body": " ".join(said)[:400], "path": path, "tag": path}
    return json.dumps(content, ensure_ascii=False)


def _headers(message: PushMessage, now: datetime) -> dict[str, str]:
    """The fields of a message (RFC 8030 5); a later one of the same game replaces one unread."""
    about = f"{message.subscription_id}/{message.game_id}"
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(TIME_TO_LIVE.total_seconds())),
        "Urgency": "normal",
        "Topic": hashlib.sha256(f"{settings.SECRET_KEY}/{about}".encode()).hexdigest()[:32],
        "Authorization": encryption.authorization(
            message.subscription.endpoint,
            key=encryption.private_key(settings.VAPID_KEY),
            subject=settings.SITE_URL,
            now=now,
        ),
        "Connection": "close",
    }


def _next_due() -> datetime | None:
    messages = PushMessage.objects.filter(status=DeliveryStatus.PENDING)
    first: datetime | None = messages.aggregate(first=Min("next_attempt_at"))["first"]
    return first


def _due(now: datetime) -> QuerySet[PushMessage]:
    return PushMessage.objects.filter(status=DeliveryStatus.PENDING, next_attempt_at__lte=now)


def _take(pk: int, now: datetime) -> PushMessage | None:
    """Take a message for this worker alone, if it is due and something of it still true.

    A browser in which the person is signed in no longer gets nothing more, ever.
    """
    with transaction.atomic():
        if not leases.take(PushMessage, pk=pk, lease=LEASE, now=now):
            return None
        rows = PushMessage.objects.select_related("subscription__sign_in__person", "game")
        message = rows.get(pk=pk)
        subscription = message.subscription
        if not is_signed_in(subscription.sign_in, now):
            subscription.delete()
            return None
        if not is_push_available() or not _still_holds(message):
            leases.finish(PushMessage, pk=pk, status=DeliveryStatus.DROPPED)
            return None
        if subscription.resting_until and subscription.resting_until > now:
            # No attempt: another message has just failed there.
            PushMessage.objects.filter(pk=pk).update(
                next_attempt_at=subscription.resting_until, attempts=F("attempts") - 1
            )
            return None
        return message


def _still_holds(message: PushMessage) -> bool:
    if message.test:
        return True
    person = message.subscription.sign_in.person
    notices = list(message.notices.select_related("person", "game"))
    return bool(_wanted(person, message.game, notices)[0])


def _mark(message: PushMessage, answer: Response, now: datetime) -> None:
    with transaction.atomic():
        rows = PushSubscription.objects.select_for_update()
        subscription = rows.filter(pk=message.subscription_id).first()
        if subscription is None:
            return
        if answer.good:
            done = {"answer": answer.status, "sent_at": now, "error": ""}
            leases.finish(PushMessage, pk=message.pk, status=DeliveryStatus.SENT, **done)
            subscription.failures, subscription.resting_until = 0, None
            subscription.save(update_fields=["failures", "resting_until"])
            return
        subscription.failures += 1
        if answer.status in GONE or subscription.failures >= MAX_FAILURES:
            subscription.delete()
            return
        # The whole subscription is left alone: another message would fail there as well.
        wait = max(leases.backoff(subscription.failures), timedelta(seconds=answer.wait))
        subscription.resting_until = now + min(wait, leases.LONGEST_WAIT)
        subscription.save(update_fields=["failures", "resting_until"])
        outcome = {"answer": answer.status, "error": answer.error[:200]}
        if message.test or now - message.created_at > GIVE_UP_AFTER:
            leases.finish(PushMessage, pk=message.pk, status=DeliveryStatus.FAILED, **outcome)
        else:
            PushMessage.objects.filter(pk=message.pk).update(
                next_attempt_at=subscription.resting_until, **outcome
            )
