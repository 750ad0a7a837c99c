"""Postpone notices: by a delay, through quiet hours, while a person is at the page (decision 50).

Nothing is decided when a notice is written, so a move reads nobody's preferences. Postponed notices
are examined again when their time comes; by then it may be settled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.clock.core.evenings import PRESENCE_LASTS
from games.notifications.channels import has_public_endpoint
from games.notifications.models import (
    DeliveryStatus,
    Notice,
    NoticeKind,
    NotificationPreferences,
    default_delay,
)
from games.notifications.outbox import OWNER_ONLY, PUBLIC_ONLY
from games.notifications.quiet_hours import quiet_hours_of
from games.notifications.registry import is_private
from games.tables.models import Seat

# A reminder comes after time enough, and a broken webhook settles nothing by waiting.
NEVER_DELAYED = frozenset({NoticeKind.REMINDER, NoticeKind.CHANNEL})
PENDING = DeliveryStatus.PENDING
UNSENT = Q(status=PENDING, mail=None) | Q(fanned_out=False)
AT_ONCE = 1000
HELD_WHILE_PRESENT = frozenset({NoticeKind.TURN, NoticeKind.STARTED})
LONGEST_PRESENCE_DELAY = timedelta(minutes=30)
"""A page that is left open delays a turn mail no longer than this."""


def postpone_notices(*, now: datetime) -> int:
    """Move the notices that are due but not to be sent yet to their time; return how many.

    The notices for one person in one game leave together, when the first of it is due.
    """
    groups: dict[tuple[int, int | None, str], list[Notice]] = defaultdict(list)
    for notice in _postponable(now):
        groups[notice.person_id, notice.game_id, notice.topic].append(notice)
    kept = 0
    for notices in chain.from_iterable(map(_leaving_together, groups.values())):
        person = notices[0].person
        stored = getattr(person, "notification_preferences", None)
        preferences = stored or NotificationPreferences(person=person)
        untold = [
            one
            for one in notices
            if one.mail_id is None and (one.status == PENDING or PUBLIC_ONLY in one.data)
        ]
        leaves = max(delayed_until(untold or notices, preferences), _absent_from(notices, now))
        quiet = quiet_hours_of(preferences, person.zone)
        if quiet:
            leaves = quiet.over_at(max(leaves, now))
        if leaves > now:
            names = [notice.pk for notice in notices]
            kept += Notice.objects.filter(pk__in=names).update(not_before=leaves)
    return kept


def _leaving_together(notices: list[Notice]) -> list[list[Notice]]:
    """The notices of one person in one game, in lists of those that leave at one time.

    Where others may read, the time must tell nothing of what they are not told of.
    """
    hidden = [one for one in notices if OWNER_ONLY in one.data or is_private(one.kind)]
    others = [one for one in notices if one not in hidden]
    if hidden and others and has_public_endpoint(notices[0].person_id):
        return [hidden, others]
    return [notices]


def _postponable(now: datetime) -> QuerySet[Notice]:
    """The notices due now of which some may have to wait."""
    wished = Q(person__notification_preferences__delay__gt=0)
    if default_delay():
        wished |= Q(person__notification_preferences__isnull=True)
    wished |= Q(person__notification_preferences__quiet_from__isnull=False)
    # The seats that a notice asks, if their holders are at the page.
    present = Seat.objects.filter(
        game=OuterRef("game"), person=OuterRef("person"), present_at__gt=now - PRESENCE_LASTS
    )
    wished |= Q(Exists(present), kind__in=HELD_WHILE_PRESENT)
    due = Notice.objects.filter(UNSENT, wished, not_before__lte=now)
    return due.select_related("person__notification_preferences").order_by("not_before")[:AT_ONCE]


def delayed_until(notices: Iterable[Notice], preferences: NotificationPreferences) -> datetime:
    """The time at which the first of these notices has waited as long as its reader prefers."""
    delay = timedelta(minutes=preferences.delay)
    return min(
        notice.created_at + (timedelta() if notice.kind in NEVER_DELAYED else delay)
        for notice in notices
    )


def _absent_from(notices: Sequence[Notice], now: datetime) -> datetime:
    """The time from which the reader is taken to have left the page of the game.

    Only a question waits for that, and that a game has begun: other news that come with them are
    sent at once, and all the others with them.
    """
    first = min(notice.created_at for notice in notices)
    if any(notice.kind not in HELD_WHILE_PRESENT for notice in notices):
        return first
    seat = Seat.objects.filter(game=notices[0].game, person=notices[0].person).first()
    if seat is None or seat.present_at is None or seat.present_at > now + PRESENCE_LASTS:
        # A presence that is still to come was noted by a clock that was ahead.
        return first
    # A question that has been answered hastens no other.
    open_ = [one.created_at for one in notices if one.decision in (None, seat.decision)]
    return min(seat.present_at + PRESENCE_LASTS, min(open_, default=first) + LONGEST_PRESENCE_DELAY)
