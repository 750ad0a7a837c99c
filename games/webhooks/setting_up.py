"""Setting a webhook up, switching it on again, taking it away."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.people.locking import lock_person
from games.people.models import Person
from games.webhooks.guard import parts_of
from games.webhooks.models import Style, Webhook, new_secret


def set_up(*, person: Person, style: str, url: str, now: datetime) -> Webhook:
    """Stores where a person wants to hear of things; it is on, whatever was there before.

    Another address gets another secret, as somebody else may read there.

    :raises Unsafe: if the address is not one of a web server. Its name is looked up at each call.
    """
    parts_of(url)
    with transaction.atomic():
        lock_person(person)
        webhook = Webhook.objects.filter(person=person).first()
        if webhook is None:
            webhook = Webhook(person=person, created_at=now)
        elif webhook.url != url:
            webhook.secret = new_secret()
        webhook.style, webhook.url = Style(style), url
        webhook.failures, webhook.resting_until, webhook.disabled_at = 0, None, None
        webhook.save()
    return webhook


def take_away(*, person: Person) -> None:
    """Deletes a person's webhook with its calls."""
    Webhook.objects.filter(person=person).delete()
