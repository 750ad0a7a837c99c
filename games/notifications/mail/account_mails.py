"""Mails about accounts, in an outbox of their own; they are sent before all others (decision 2).

Somebody waits for the code in it, so nothing is composed, delayed or gathered here. The
text is erased once it has been sent: a code or a link is for its reader alone.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from games.common import sql
from games.common.jobs import send_on_commit
from games.common.work import ACCOUNT_MAILS
from games.notifications import leases
from games.notifications.mail.bounces import record_account_rejection
from games.notifications.mail.message import Envelope, build_message
from games.notifications.mail.rejections import Rejection
from games.notifications.models import AccountMail, BounceKind, DeliveryStatus

ACCOUNT_MAIL_TASK: Final = ACCOUNT_MAILS.task
USEFUL_BY_DEFAULT: Final = timedelta(days=1)
LONGEST_WAIT: Final = timedelta(minutes=2)
LONGEST_WAIT_OF_INVITATIONS: Final = timedelta(minutes=30)
"""Nobody waits for these, and their addresses may be no good."""


def write_account_mail(
    *,
    kind: str,
    recipient: str,
    subject: str,
    text: str,
    html: str,
    language: str,
    now: datetime,
    useful: timedelta = USEFUL_BY_DEFAULT,
    stream: str = "account",
    sender: str = "",
    reply_to: str = "",
    in_reply_to: str | None = None,
    unsubscribe: tuple[str, ...] = (),
    return_path: str = "",
) -> AccountMail:
    """Store a mail and ask a worker to send it. Call it in the transaction of what it tells.

    See :class:`games.notifications.mail.message.Envelope` for ``sender``, ``reply_to``,
    ``in_reply_to`` and ``unsubscribe``.

    :param kind: one word, such as "login_code".
    :param useful: how long it can be used; after that it is not sent any more.
    :param stream: the sort of mail, for the statistics of mail providers.
    :param return_path: the sender of the envelope; "" for one of its own.
    """
    message_id = f"<account.{uuid.uuid4().hex}@{settings.MAIL_DOMAIN}>"
    envelope = Envelope(
        to_name="",
        to_address=recipient,
        subject=subject,
        message_id=message_id,
        kind=stream,
        language=language,
        date=now,
        sender=sender,
        reply_to=reply_to,
        in_reply_to=in_reply_to,
        unsubscribe=unsubscribe,
    )
    mail = AccountMail.objects.create(
        kind=kind,
        recipient=recipient,
        message_id=message_id,
        return_path=return_path,
        source=build_message(envelope=envelope, text=text, html=html),
        created_at=now,
        next_attempt_at=now,
        expires_at=now + useful,
    )
    send_on_commit(ACCOUNT_MAIL_TASK)
    return mail


# Asked before each other mail.
_some_due: Final = sql.PreparedValues(
    lambda now: AccountMail.objects.filter(
        status=DeliveryStatus.PENDING, next_attempt_at__lte=now
    ).values_list("pk")[:1],
    sql.EARLIER,
)


def next_account_mail(now: datetime) -> AccountMail | None:
    """Take the next mail that is due and still needed; None if there is none."""
    waiting = AccountMail.objects.order_by("attempts", "created_at", "pk")
    while _some_due.first(now) and (
        mail := leases.take_next(waiting, lease=ACCOUNT_MAILS.lease, now=now)
    ):
        if mail.expires_at > now:
            return mail
        _finish(mail, DeliveryStatus.FAILED, error=mail.error or "too late")
    return None


def record_account_mail(mail: AccountMail, rejection: Rejection | None, now: datetime) -> None:
    """Record the outcome of a mail; the text of one that was taken is erased."""
    if rejection is None:
        _finish(mail, DeliveryStatus.SENT, sent_at=now, error="")
    elif rejection.address_is_gone:
        with transaction.atomic():
            _finish(mail, DeliveryStatus.FAILED, error=rejection.text)
            record_account_rejection(
                address=mail.recipient, kind=BounceKind.GONE, code=rejection.code, now=now
            )
    else:
        longest = LONGEST_WAIT_OF_INVITATIONS if mail.return_path else LONGEST_WAIT
        wait = min(timedelta(seconds=2 ** min(mail.attempts, 12)), longest)
        waiting = AccountMail.objects.filter(pk=mail.pk)
        waiting.update(next_attempt_at=now + wait, error=rejection.text)


def _finish(mail: AccountMail, status: DeliveryStatus, **fields: object) -> None:
    leases.finish(AccountMail, pk=mail.pk, status=status, source=b"", return_path="", **fields)
