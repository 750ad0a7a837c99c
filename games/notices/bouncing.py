"""What becomes of a mail that came back, and of who called one spam."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.notices.models import Bounce, BounceKind, Mail, MailStatus, NoticeKind
from games.notices.refusals import GONE_ENHANCED
from games.notices.wishes import DIGEST, set_wanted
from games.people.locking import lock_person
from games.people.models import Person

ENOUGH: Final = 3
"""Mails that were refused for other reasons than a dead address, within the time of memory."""
MEMORY: Final = timedelta(days=14)


def kind_of(*, failed: bool, code: str) -> BounceKind:
    """Gets what a report means; ``code`` is the enhanced status (RFC 3463) or "".

    >>> kind_of(failed=True, code="5.1.1").value
    'gone'
    >>> kind_of(failed=True, code="5.7.1").value
    'refused'
    >>> kind_of(failed=False, code="4.4.1").value
    'delayed'
    """
    if not failed:
        return BounceKind.DELAYED
    parts = code.split(".")
    numbers = tuple(int(part) for part in parts[1:] if part.isdecimal())
    gone = parts[0] == "5" and numbers in GONE_ENHANCED
    return BounceKind.GONE if gone else BounceKind.REFUSED


def came_back(*, mail: Mail, kind: BounceKind, code: str, now: datetime) -> None:
    """Writes down a report about a mail, and stops mail to an address that is dead.

    Dead is one at which nobody lives, at once; and one that refused three mails in two weeks. Two
    reports about one mail are one. The person sees it on the pages, and can say that it works.
    """
    with transaction.atomic():
        person = lock_person(mail.person)
        bounce, new = Bounce.objects.get_or_create(
            mail=mail, kind=kind, defaults={"person": person, "code": code, "at": now}
        )
        if not new or kind == BounceKind.DELAYED:
            return
        Mail.objects.filter(pk=mail.pk).update(
            status=MailStatus.FAILED, error=f"came back: {code or bounce.get_kind_display()}"
        )
        if mail.recipient.lower() != person.email.lower():
            return  # It was another address then.
        if kind == BounceKind.GONE or _refused(person, mail.recipient, now) >= ENOUGH:
            Person.objects.filter(pk=person.pk).update(mail_bounced=True)


def called_spam(*, person: Person, mail: Mail | None, now: datetime) -> None:
    """Stops all mails about games to who called one of them spam."""
    kinds = [*NoticeKind.values, DIGEST]
    with transaction.atomic():
        Bounce.objects.get_or_create(
            mail=mail,
            kind=BounceKind.COMPLAINT,
            person=person,
            defaults={"at": now},
        )
        set_wanted(person=person, kinds=kinds, wanted=False)


def _refused(person: Person, address: str, now: datetime) -> int:
    return Bounce.objects.filter(
        person=person,
        kind=BounceKind.REFUSED,
        at__gt=now - MEMORY,
        mail__recipient__iexact=address,
    ).count()
