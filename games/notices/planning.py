"""Keeps notices back as their readers wish: for a while, and through quiet hours.

Nothing is decided when a notice is written, so a move asks nobody for wishes. What is kept back is
looked at again when its time comes; by then it may be settled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from games.notices.models import Notice, NoticeKind, NoticeStatus, Wishes
from games.notices.quiet import quiet_of

# Who is reminded has had time enough, and a webhook that is broken settles nothing.
AT_ONCE = frozenset({NoticeKind.REMINDER, NoticeKind.CHANNEL})
PENDING = NoticeStatus.PENDING
UNTOLD = Q(status=PENDING, mail=None) | Q(called=False)


def keep_back(*, now: datetime, limit: int = 1000) -> int:
    """Moves what is due but not to be sent yet to when it is; gets how many notices that were.

    What waits for one person in one game leaves together, when the first of it is due.
    """
    groups: dict[tuple[int, int | None, str], list[Notice]] = defaultdict(list)
    wished = Q(person__wishes__delay__gt=0) | Q(person__wishes__quiet_from__isnull=False)
    due = Notice.objects.filter(UNTOLD, wished, not_before__lte=now)
    for notice in due.select_related("person__wishes").order_by("not_before")[:limit]:
        groups[notice.person_id, notice.game_id, notice.topic].append(notice)
    kept = 0
    for notices in groups.values():
        person = notices[0].person
        untold = [one for one in notices if one.mail_id is None and one.status == PENDING]
        leaves = leaves_at(untold or notices, person.wishes)
        quiet = quiet_of(person.wishes, person.zone)
        if quiet:
            leaves = quiet.over_at(max(leaves, now))
        if leaves > now:
            names = [notice.pk for notice in notices]
            kept += Notice.objects.filter(pk__in=names).update(not_before=leaves)
    return kept


def leaves_at(notices: Iterable[Notice], wishes: Wishes) -> datetime:
    """Gets when the first of these notices has waited as long as its reader wishes."""
    delay = timedelta(minutes=wishes.delay)
    return min(
        notice.created_at + (timedelta() if notice.kind in AT_ONCE else delay) for notice in notices
    )
