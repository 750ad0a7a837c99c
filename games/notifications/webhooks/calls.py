"""Compose calls from notices, make them, and try again (decision 51).

It works as the mail does: a call is stored whole before it is made, an update decides between two
workers, and what was not marked is done again. A call keeps its id across retries, so that
receivers can drop duplicates.
"""

from __future__ import annotations

import logging
import math
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Min, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.jobs import send_on_commit
from games.notifications import leases, outbox
from games.notifications.eligibility import is_eligible
from games.notifications.leases import run_job
from games.notifications.models import Channel, Notice, NoticeKind
from games.notifications.preferences import preferences_of
from games.notifications.registry import is_private
from games.notifications.webhooks import body, http_client, ssrf_guard
from games.notifications.webhooks.http_client import Response
from games.notifications.webhooks.models import CallStatus, Webhook, WebhookCall
from games.tables.models import Game, Seat

logger = logging.getLogger(__name__)

CALL_TASK: Final = "games.call_webhooks"
LEASE: Final = timedelta(minutes=2)
GIVE_UP_AFTER: Final = timedelta(days=2)
JOB: Final = "webhooks"
BUDGET: Final = 60.0
"""Seconds after which a run begins no more calls."""
MAX_FAILURES: Final = 16
"""In a row: after some eighteen hours, as the waits grow."""
MAX_TESTS: Final = 20
"""In an hour."""
GONE: Final = 410


def compose_calls(*, now: datetime, limit: int = 500) -> int:
    """Store a call for each webhook and game with notices due; return how many were stored.

    All webhooks of a person are thought of at once, so that none is forgotten by a kill.
    """
    due = Notice.objects.filter(called=False, not_before__lte=now)
    called = Webhook.objects.filter(disabled_at=None).order_by().values("person")
    # Most people have none: their notices are done with in one statement.
    due.exclude(person__in=called).update(called=True)
    groups: dict[tuple[int, int | None], list[Notice]] = defaultdict(list)
    rows = due.filter(person__in=called).select_related("person", "game").order_by("pk")
    for notice in rows.prefetch_related("person__webhooks")[:limit]:
        groups[notice.person_id, notice.game_id].append(notice)
    written = 0
    for notices in groups.values():
        try:
            written += _compose(notices, now)
        except (OperationalError, InterfaceError):
            # The database is away for a moment: the next run finds them again.
            if connection.in_atomic_block:
                raise
            logger.exception("No more calls are written for now.")
            break
        except Exception:
            logger.exception("A call for person %s cannot be written.", notices[0].person_id)
            # Mail tells it; a notice that cannot be rendered here must not stand in the way.
            Notice.objects.filter(pk__in=[one.pk for one in notices]).update(called=True)
    if written:
        send_on_commit(CALL_TASK)
    return written


def run_call_job(*, now: datetime) -> int:
    """Make the calls that are due, within a budget; 0 where another run is at it.

    If that run leaves calls, or new ones come when it is about to end, another run is requested.
    """
    until = time.monotonic() + BUDGET
    made = run_job(
        JOB,
        task=CALL_TASK,
        work=lambda alive: make_calls(now=now, until=until, alive=alive),
        next_due=_next_due,
        now=now,
    )
    return made or 0


def make_calls(
    *,
    now: datetime,
    limit: int = 50,
    until: float = math.inf,
    alive: Callable[[], None] = lambda: None,
) -> int:
    """Make the calls that are due; return how many were taken by the other side.

    Webhooks that answer go first, or those that do not would keep them waiting. No call is begun
    after ``until``, on the clock of ``time.monotonic``.
    """
    made = 0
    rows = _due(now).order_by("webhook__failures", "next_attempt_at", "pk")
    for pk in list(rows.values_list("pk", flat=True)[:limit]):
        if time.monotonic() >= until:
            break
        alive()
        made += make_call(pk=pk, now=now)
    return made


def _next_due() -> datetime | None:
    calls = WebhookCall.objects.filter(status=CallStatus.PENDING)
    first: datetime | None = calls.aggregate(first=Min("next_attempt_at"))["first"]
    return first


def _due(now: datetime) -> QuerySet[WebhookCall]:
    return WebhookCall.objects.filter(status=CallStatus.PENDING, next_attempt_at__lte=now)


def make_call(*, pk: int, now: datetime) -> bool:
    """Make one call and mark it; return whether the other side took it."""
    call = _take(pk, now)
    if call is None:
        return False
    content = call.body.encode()
    try:
        with translation.override(call.webhook.person.language):
            target = ssrf_guard.resolve_target(call.webhook.url)
    except ssrf_guard.UnsafeAddress as error:
        answer = Response(0, str(error))
    else:
        head = body.build_headers(call.webhook, call.name, content, now)
        answer = http_client.post(target, content, head)
    _mark(call, answer, now)
    return answer.good


def send_test(*, webhook: Webhook, now: datetime) -> WebhookCall:
    """Store a call that tells that calls arrive, to be made at once.

    :raises Refused: if there were many of them in the last hour.
    """
    counter = f"webhook-tests:{webhook.person_id}"
    cache.add(counter, 0, timeout=3600)
    if cache.incr(counter) > MAX_TESTS:
        raise Refused(_("That was a lot of tests. Try again in an hour."))
    with translation.override(webhook.person.language), timezone.override(webhook.person.zone):
        said = [_("This is a test: Night Mail can reach you here.")]
    with transaction.atomic():
        call = _call(webhook, said, [], None, None, now)
        call.test = True
        call.save()
        send_on_commit(CALL_TASK)
    return call


def _compose(notices: list[Notice], now: datetime) -> int:
    """Store a call for each webhook that wants some of these notices; return how many."""
    person, game = notices[0].person, notices[0].game
    preferences = preferences_of(person)
    seat = Seat.objects.select_related("game").filter(game=game, person=person).first()
    open_ = [one for one in notices if not is_private(one.kind)]
    held = [one for one in open_ if is_eligible(one, seat, preferences, Channel.WEBHOOK)]
    calls: list[tuple[WebhookCall, list[Notice]]] = []
    with translation.override(person.language), timezone.override(person.zone):
        for webhook in person.webhooks.all():
            wanted = [one for one in held if webhook.wants(one.kind)]
            if wanted and webhook.disabled_at is None:
                said = body.sentences(wanted, seat)
                calls.append((_call(webhook, said, wanted, game, seat, now), wanted))
    with transaction.atomic():
        free = set(
            Notice.objects.filter(pk__in=[one.pk for one in notices], called=False)
            .select_for_update(skip_locked=True)
            .values_list("pk", flat=True)
        )
        if free != {one.pk for one in notices}:
            return 0
        for call, wanted in calls:
            call.save()
            call.notices.set(wanted)
        Notice.objects.filter(pk__in=free).update(called=True)
    return len(calls)


def _call(
    webhook: Webhook,
    said: list[str],
    notices: list[Notice],
    game: Game | None,
    seat: Seat | None,
    now: datetime,
) -> WebhookCall:
    name = secrets.token_hex(16)
    text = body.build_body(
        webhook=webhook, name=name, said=said, notices=notices, game=game, seat=seat, now=now
    )
    return WebhookCall(
        webhook=webhook, game=game, name=name, body=text, next_attempt_at=now, created_at=now
    )


def _take(pk: int, now: datetime) -> WebhookCall | None:
    """Take a call for this worker alone, if it is still due and something of it still true."""
    with transaction.atomic():
        if not leases.take(WebhookCall, pk=pk, lease=LEASE, now=now):
            return None
        call = WebhookCall.objects.select_related("webhook__person", "game").get(pk=pk)
        webhook = call.webhook
        closed = webhook.disabled_at is not None or not webhook.person.is_active
        if closed or not _still_holds(call):
            leases.finish(WebhookCall, pk=pk, status=CallStatus.DROPPED)
            return None
        if webhook.resting_until and webhook.resting_until > now:
            # No attempt: another call has just failed there.
            WebhookCall.objects.filter(pk=pk).update(
                next_attempt_at=webhook.resting_until, attempts=F("attempts") - 1
            )
            return None
        return call


def _still_holds(call: WebhookCall) -> bool:
    if call.test:
        return True
    person = call.webhook.person
    preferences = preferences_of(person)
    seat = Seat.objects.select_related("game").filter(game=call.game, person=person).first()
    notices = call.notices.select_related("person", "game")
    return any(
        call.webhook.wants(one.kind) and is_eligible(one, seat, preferences, Channel.WEBHOOK)
        for one in notices
    )


def _mark(call: WebhookCall, answer: Response, now: datetime) -> None:
    with transaction.atomic():
        webhook = (
            Webhook.objects.select_for_update(of=("self",))
            .select_related("person")
            .get(pk=call.webhook_id)
        )
        if answer.good:
            done = {"answer": answer.status, "sent_at": now, "error": ""}
            leases.finish(WebhookCall, pk=call.pk, status=CallStatus.SENT, **done)
            webhook.failures, webhook.resting_until = 0, None
            webhook.save(update_fields=["failures", "resting_until"])
            return
        webhook.failures += 1
        # The whole webhook is left alone: another call would fail there as well.
        wait = max(leases.backoff(webhook.failures), timedelta(seconds=answer.wait))
        webhook.resting_until = now + min(wait, leases.LONGEST_WAIT)
        if answer.status == GONE or webhook.failures >= MAX_FAILURES:
            _switch_off(webhook, now)
        webhook.save(update_fields=["failures", "resting_until", "disabled_at"])
        outcome = {"answer": answer.status, "error": answer.error[:200]}
        if call.test or webhook.disabled_at or now - call.created_at > GIVE_UP_AFTER:
            leases.finish(WebhookCall, pk=call.pk, status=CallStatus.FAILED, **outcome)
        else:
            WebhookCall.objects.filter(pk=call.pk).update(
                next_attempt_at=webhook.resting_until, **outcome
            )


def _switch_off(webhook: Webhook, now: datetime) -> None:
    webhook.disabled_at = now
    outbox.notify(
        person=webhook.person,
        kind=NoticeKind.CHANNEL,
        topic="webhook",
        data={"webhook": webhook.pk, "failures": webhook.failures, "at": now.isoformat()},
        now=now,
    )
