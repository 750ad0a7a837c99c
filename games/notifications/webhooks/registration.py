"""Create, change and delete webhooks."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.notifications.models import NoticeKind
from games.notifications.webhooks.models import Style, Webhook, new_secret
from games.notifications.webhooks.ssrf_guard import split_url
from games.people.locking import lock_person
from games.people.models import Person

MAX_WEBHOOKS: Final = 5
"""Webhooks of one person."""
WEBHOOK_KINDS: Final = tuple(
    # The one would go through the very webhook that is broken, the others are private.
    kind
    for kind in NoticeKind
    if kind not in (NoticeKind.CHANNEL, NoticeKind.ORDER, NoticeKind.PLANS)
)
"""The kinds of notices that can go to a webhook."""


def save_webhook(
    *,
    person: Person,
    style: str,
    url: str,
    now: datetime,
    off: Collection[str] = (),
    webhook: int | None = None,
) -> Webhook:
    """Store a webhook of a person: a new one, or in place of the one with this id.

    It is on, whatever was there before. Another address gets another secret, as somebody else may
    read there. ``off`` has the kinds that are not wanted there.

    :raises UnsafeAddress: if the address is not one of a web server. Its name is looked up at
        each call.
    :raises Refused: if the person has as many already, has that address, or has no such webhook.
    """
    split_url(url)
    with transaction.atomic():
        lock_person(person)
        mine = {one.pk: one for one in Webhook.objects.filter(person=person)}
        if any(one.url == url and one.pk != webhook for one in mine.values()):
            raise Refused(_("You already have a webhook with this address."))
        if webhook is None:
            if len(mine) >= MAX_WEBHOOKS:
                raise Refused(
                    _("You have %(most)d webhooks. Remove one first.") % {"most": MAX_WEBHOOKS}
                )
            found = Webhook(person=person, created_at=now)
        elif webhook in mine:
            found = mine[webhook]
        else:
            raise Refused(_("There is no such webhook."))
        if found.url != url:
            found.secret = new_secret()
        found.style, found.url, found.off = Style(style), url, sorted(off)
        found.failures, found.resting_until, found.disabled_at = 0, None, None
        found.save()
    return found


def delete_webhook(*, person: Person, webhook: int) -> None:
    """Delete a webhook of a person with its calls. Twice is as once."""
    Webhook.objects.filter(person=person, pk=webhook).delete()
