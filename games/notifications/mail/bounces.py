"""Bounces and complaints: record them, and stop mail to addresses that are dead (decision 52).

Nobody's address is dead because the site is not believed. Where most of those who were written to
within an hour are said not to exist, it is our relay, our name or our list that is wrong: nobody is
marked, who was marked for it is unmarked, and the alarm is raised (games/scheduler/alarm.py).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.notifications.mail.rejections import ENHANCED, VAGUE_ENHANCED, Verdict, classify
from games.notifications.models import (
    AccountMail,
    Bounce,
    BounceKind,
    DeliveryStatus,
    Mail,
    Notice,
)
from games.notifications.preferences import ALL_KINDS, set_wanted
from games.people.locking import lock_person
from games.people.models import Person

logger = logging.getLogger(__name__)

ENOUGH: Final = 3
"""Mails that were refused for no reason that we could know, within the time of memory."""
MEMORY: Final = timedelta(days=14)
SUSPICIOUSLY_MANY: Final = 3
"""People: this many, and most of the recipients, do not lose their mailboxes at once."""
AT_ONCE: Final = timedelta(hours=1)
AFTER_A_FAULT: Final = timedelta(minutes=10)
KIND_OF_VERDICT: Final = {
    Verdict.GONE: BounceKind.GONE,
    Verdict.DOUBTFUL: BounceKind.REFUSED,
    Verdict.OURS: BounceKind.POLICY,
    Verdict.PASSING: BounceKind.DELAYED,
}
OF_THE_ADDRESS: Final = (BounceKind.GONE, BounceKind.REFUSED)
CAME_BACK: Final = "came back: "
"""The beginning of the error of a mail about which a server reported."""


def bounce_kind(*, failed: bool, code: str, text: str = "") -> BounceKind:
    """Classify a report; ``code`` is the enhanced status (RFC 3463) or "", ``text`` the words.

    >>> bounce_kind(failed=True, code="5.1.1").value
    'gone'
    >>> bounce_kind(failed=True, code="5.0.0", text="550 Relaying denied").value
    'policy'
    >>> bounce_kind(failed=False, code="4.4.1").value
    'delayed'
    """
    if not failed:
        return BounceKind.DELAYED
    vague = code in ("", *(f"5.{subject}.{detail}" for subject, detail in VAGUE_ENHANCED))
    verdict = classify(0, text if vague and ENHANCED.search(text) else f"{code} {text}")
    # A server that gave up on a passing fault leaves us in doubt.
    return BounceKind.REFUSED if verdict == Verdict.PASSING else KIND_OF_VERDICT[verdict]


def record_bounce(*, mail: Mail, kind: BounceKind, code: str, now: datetime) -> None:
    """Record a report about a mail, and stop mail to an address that is dead.

    Dead is one at which nobody lives, at once; and one that refused three mails in two weeks. Two
    reports about one mail are one. The person sees it on the pages, and can say that it works.
    """
    with transaction.atomic():
        bounce, new = _note(mail, kind, code, now)
        if not new or kind == BounceKind.DELAYED:
            return
        Mail.objects.filter(pk=mail.pk).update(
            status=DeliveryStatus.FAILED, error=f"{CAME_BACK}{code or bounce.get_kind_display()}"
        )
        _judge_address(mail.person, mail.recipient, kind, now)


def record_account_bounce(
    *, mail: AccountMail, kind: BounceKind, code: str, now: datetime
) -> Person | None:
    """Record a report about a mail to an address; return the person of that address, if any.

    It counts for the address as the bounce of any other mail does; two reports are one.
    """
    with transaction.atomic():
        mails = AccountMail.objects.filter(pk=mail.pk).exclude(error__startswith=CAME_BACK)
        error = f"{CAME_BACK}{kind} {code}".strip()
        if kind == BounceKind.DELAYED or not mails.update(
            status=DeliveryStatus.FAILED, error=error
        ):
            return None
        return record_account_rejection(address=mail.recipient, kind=kind, code=code, now=now)


def record_account_rejection(
    *, address: str, kind: BounceKind, code: str, now: datetime
) -> Person | None:
    """Record that a server refuses an address; return the person who has it as their own, if any.

    Call it in a transaction.
    """
    person = Person.objects.filter(email__iexact=address).first()
    if person is not None:
        lock_person(person)
        Bounce.objects.create(person=person, kind=kind, code=code, at=now)
        _judge_address(person, address, kind, now)
    return person


def record_rejection(*, mail: Mail, verdict: Verdict, code: str, now: datetime) -> bool:
    """Record a server's answer about the address of a mail; return whether it is dead by that.

    Call it in a transaction.
    """
    kind = KIND_OF_VERDICT[verdict]
    if kind not in OF_THE_ADDRESS:
        return False
    bounce, new = _note(mail, kind, code, now)
    if not new:
        Bounce.objects.filter(pk=bounce.pk).update(code=code, at=now)
    return _judge_address(mail.person, mail.recipient, kind, now)


def clear_rejections(*, mail: Mail) -> None:
    """Delete the rejections of a mail that a server took in the end."""
    Bounce.objects.filter(mail=mail, kind__in=OF_THE_ADDRESS).delete()


def site_is_at_fault(*, now: datetime) -> datetime | None:
    """The time since which rejections are so frequent that the site must be at fault, or None."""
    refused = _recent_rejections(now)
    people = set(refused.values_list("person", flat=True))
    if len(people) < SUSPICIOUSLY_MANY:
        return None
    sent = Mail.objects.filter(sent_at__gt=now - AT_ONCE, status=DeliveryStatus.SENT)
    reached = sent.exclude(person__in=people).values("person").distinct().count()
    if len(people) <= reached:
        return None
    return refused.order_by("at").values_list("at", flat=True).first()


def record_complaint(*, mail: Mail, now: datetime) -> None:
    """Stop all mails about games to a person who called one of them spam."""
    with transaction.atomic():
        Bounce.objects.get_or_create(
            mail=mail, kind=BounceKind.COMPLAINT, person=mail.person, defaults={"at": now}
        )
        set_wanted(person=mail.person, kinds=ALL_KINDS, wanted=False)


def _note(mail: Mail, kind: BounceKind, code: str, now: datetime) -> tuple[Bounce, bool]:
    person = lock_person(mail.person)
    bounce, new = Bounce.objects.get_or_create(
        mail=mail, kind=kind, defaults={"person": person, "code": code, "at": now}
    )
    return bounce, new


def _judge_address(person: Person, address: str, kind: BounceKind, now: datetime) -> bool:
    """Mark the address of a person where it is dead; return whether it is."""
    person = Person.objects.get(pk=person.pk)
    if kind not in OF_THE_ADDRESS or address.lower() != person.email.lower():
        return False  # It is not about the address, or about the one before.
    if kind != BounceKind.GONE and _refused(person, address, now) < ENOUGH:
        return False
    if site_is_at_fault(now=now):
        _unmark_addresses(now)
        return False
    Person.objects.filter(pk=person.pk).update(mail_bounced=True)
    return True


def _unmark_addresses(now: datetime) -> None:
    """Unmark the addresses that were marked before the fault could be known for ours."""
    refused = _recent_rejections(now)
    marked = Person.objects.filter(pk__in=refused.values("person"), mail_bounced=True)
    if count := marked.update(mail_bounced=False):
        logger.error("Many addresses are refused at once: %d that were marked are not.", count)
    # Mails that no server has taken are tried again.
    mails = Mail.objects.filter(
        pk__in=refused.values("mail"), status=DeliveryStatus.FAILED, sent_at=None
    )
    pks = list(mails.values_list("pk", flat=True))
    mails.filter(pk__in=pks).update(
        status=DeliveryStatus.PENDING, next_attempt_at=now + AFTER_A_FAULT
    )
    notices = Notice.objects.filter(mail__in=pks, status=DeliveryStatus.FAILED)
    notices.update(status=DeliveryStatus.PENDING)


def _recent_rejections(now: datetime) -> QuerySet[Bounce]:
    """The rejections of the last hour."""
    return Bounce.objects.filter(kind__in=OF_THE_ADDRESS, at__gt=now - AT_ONCE, at__lte=now)


def _refused(person: Person, address: str, now: datetime) -> int:
    mails = Bounce.objects.filter(
        person=person,
        kind=BounceKind.REFUSED,
        at__gt=now - MEMORY,
        mail__recipient__iexact=address,
    )
    about_accounts = AccountMail.objects.filter(
        recipient__iexact=address,
        error__startswith=CAME_BACK + BounceKind.REFUSED,
        created_at__gt=now - MEMORY,
    )
    return mails.count() + about_accounts.count()
