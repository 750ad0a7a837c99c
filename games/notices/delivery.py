"""Hands stored mails to the mail server, byte for byte as they were stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from games.notices import attempts, digest
from games.notices.models import (
    Mail,
    MailStatus,
    Notice,
    NoticeStatus,
    Wishes,
)
from games.notices.refusals import Refusal, read_refusal
from games.notices.standing import address_of, mail_holds, outlives
from games.notices.stored import StoredMail
from games.notices.wishes import DIGEST, wishes_of
from games.people.models import Person
from games.tables.models import Seat

logger = logging.getLogger(__name__)

# A sender that died holds its mail so long. Longer than a sender can be busy with one.
LEASE = timedelta(minutes=10)
GIVE_UP_AFTER = timedelta(days=4)
RETENTION = timedelta(days=30)


@dataclass(slots=True)
class Delivered:
    """How many mails the server took, and how many it did not."""

    sent: int = 0
    unsent: int = 0


def deliver_waiting(*, now: datetime, limit: int) -> Delivered:
    """Sends stored mails that are due, oldest first."""
    due = Mail.objects.filter(status=MailStatus.PENDING, next_attempt_at__lte=now)
    delivered = Delivered()
    connection: BaseEmailBackend = get_connection(fail_silently=False)
    try:
        for pk in list(due.order_by("created_at", "pk").values_list("pk", flat=True)[:limit]):
            refusal = deliver(pk=pk, connection=connection, now=now)
            if refusal is None:
                delivered.sent += 1
            elif refusal is not NOT_OURS:
                delivered.unsent += 1
                if refusal.server_is_away:
                    break  # the others would only wait for the same timeout
    finally:
        _close(connection)
    return delivered


NOT_OURS = Refusal("Another sender has it, or nobody needs it any more.")


def deliver(*, pk: int, connection: BaseEmailBackend, now: datetime) -> Refusal | None:
    """Sends one stored mail and marks it; gets None when the server took it."""
    mail = _take(pk, now)
    if mail is None:
        return NOT_OURS
    try:
        connection.open()
        connection.send_messages([StoredMail(mail)])
    except Exception as error:
        refusal = read_refusal(error)
        logger.exception("Mail %s was not taken.", mail.message_id)
        _mark_refused(mail, refusal, now)
        _close(connection)
        return refusal
    _mark_sent(mail, now)
    return None


def forget_old(*, now: datetime) -> int:
    """Clears the text of mails that are done with and old: they tell hands. Gets how many."""
    old = Mail.objects.filter(created_at__lt=now - RETENTION).exclude(source=b"")
    return old.exclude(status=MailStatus.PENDING).update(source=b"")


def _take(pk: int, now: datetime) -> Mail | None:
    """Takes a mail for this sender alone, if it is still due and still true.

    That commits before anything is sent: no row is locked while a mail server thinks.
    """
    with transaction.atomic():
        if not attempts.take(Mail, pk=pk, lease=LEASE, now=now):
            return None
        mail = Mail.objects.select_related("person", "game").get(pk=pk)
        notices = list(mail.notices.select_related("person", "game"))
        seats = _seats(mail, notices)
        wishes = wishes_of(mail.person)
        reached = address_of(mail.person, topic=mail.topic) == mail.recipient
        if reached and _holds(mail, notices, seats, wishes, now):
            return mail
        left = [one.pk for one in notices if outlives(one, seats.get(one.game_id), wishes)]
        Notice.objects.filter(pk__in=left).update(mail=None)
        _finish(mail, MailStatus.DROPPED, NoticeStatus.DROPPED)
        return None


def _seats(mail: Mail, notices: Iterable[Notice]) -> dict[int | None, Seat]:
    """Gets where the reader of a mail sits, by the games that it tells of."""
    games = {notice.game_id for notice in notices} | {mail.game_id}
    rows = Seat.objects.filter(person_id=mail.person_id, game__in=games - {None})
    return {seat.game_id: seat for seat in rows.select_related("game")}


def _holds(
    mail: Mail,
    notices: Sequence[Notice],
    seats: Mapping[int | None, Seat],
    wishes: Wishes,
    now: datetime,
) -> bool:
    if mail.topic == digest.TOPIC:
        return wishes.wants(DIGEST) and now - mail.created_at < digest.KEEPS
    if mail.answer:
        # An answer tells the hand: not to who has lost the seat since.
        return mail.game_id is None or mail.game_id in seats
    return mail_holds(notices, seats.get(mail.game_id), wishes)


def _mark_sent(mail: Mail, now: datetime) -> None:
    with transaction.atomic():
        _finish(mail, MailStatus.SENT, NoticeStatus.SENT, sent_at=now, error="")


def _mark_refused(mail: Mail, refusal: Refusal, now: datetime) -> None:
    with transaction.atomic():
        if refusal.address_is_gone or now - mail.created_at > GIVE_UP_AFTER:
            _finish(mail, MailStatus.FAILED, NoticeStatus.FAILED, error=refusal.text)
        else:
            Mail.objects.filter(pk=mail.pk).update(
                next_attempt_at=now + attempts.backoff(mail.attempts), error=refusal.text
            )
        if refusal.address_is_gone:
            Person.objects.filter(pk=mail.person_id).update(mail_bounced=True)


def _finish(mail: Mail, status: MailStatus, notices: NoticeStatus, **fields: object) -> None:
    attempts.finish(Mail, pk=mail.pk, status=status, **fields)
    Notice.objects.filter(mail=mail).update(status=notices)


def _close(connection: BaseEmailBackend) -> None:
    with suppress(OSError):  # smtplib's errors are among them: the connection was gone already
        connection.close()
