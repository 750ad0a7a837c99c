"""Subscribe a browser to push messages, and end that."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.notifications.push import encryption
from games.notifications.push.models import PushSubscription
from games.notifications.webhooks.ssrf_guard import UnsafeAddress, split_url
from games.people.locking import lock_person
from games.people.sign_ins import SignIn

MAX_BROWSERS: Final = 10
"""Browsers of one person that take push messages."""
SECRET_BYTES: Final = 16


def is_push_available() -> bool:
    """Whether the operators have given the site a key."""
    return bool(settings.VAPID_KEY)


def application_key() -> str:
    """The public key of the site, as browsers want it; "" without one."""
    if not is_push_available():
        return ""
    key = encryption.private_key(settings.VAPID_KEY)
    return encryption.encode(encryption.raw(key.public_key()))


def subscribe(
    *, sign_in: SignIn, endpoint: str, key: str, secret: str, now: datetime
) -> PushSubscription:
    """Send push messages to the browser of a sign-in from now on.

    An earlier address of this browser is forgotten, and so is its owner where somebody else was
    signed in there.

    :raises Refused: if push is not available, what the browser says is no subscription, or the
        person has too many.
    """
    if not is_push_available():
        raise Refused(_("This site sends no push messages."))
    try:
        check_endpoint(endpoint)
        encryption.public_key(encryption.decode(key))
        if len(encryption.decode(secret)) != SECRET_BYTES:
            raise ValueError("An authentication secret has 16 bytes.")
    except ValueError as error:
        raise Refused(_("Your browser has given an address that we cannot use.")) from error
    with transaction.atomic():
        lock_person(sign_in.person)
        same = PushSubscription.objects.filter(endpoint=endpoint)
        if same.filter(sign_in=sign_in, key=key, secret=secret).exists():
            return same.get()
        same.delete()
        PushSubscription.objects.filter(sign_in=sign_in).delete()
        mine = PushSubscription.objects.filter(sign_in__person=sign_in.person)
        if mine.count() >= MAX_BROWSERS:
            raise Refused(
                _("%(most)d browsers already get your push messages. Switch one off first.")
                % {"most": MAX_BROWSERS}
            )
        return PushSubscription.objects.create(
            sign_in=sign_in, endpoint=endpoint, key=key, secret=secret, created_at=now
        )


def unsubscribe(*, sign_in: SignIn) -> None:
    """Send nothing more to the browser of a sign-in. Twice is as once."""
    PushSubscription.objects.filter(sign_in=sign_in).delete()


def check_endpoint(endpoint: str) -> None:
    """Make sure that an address looks like one of a push service on the open internet.

    Its name is looked up, and what it means is looked at, whenever something is sent.

    :raises UnsafeAddress: if it does not.
    """
    scheme, _host, _port, _path = split_url(endpoint)
    if scheme != "https":
        raise UnsafeAddress("Push services are reached by https.")
