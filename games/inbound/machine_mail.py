"""Act on what programs send: bounces, complaints, requests to unsubscribe."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.inbound.headers import subject_of
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.server_reports import read_server_report
from games.notifications.mail.bounces import (
    bounce_kind,
    record_account_bounce,
    record_bounce,
    record_complaint,
)
from games.notifications.mail.return_addresses import mail_of_return_path
from games.notifications.mail.unsubscribe import (
    INVITES,
    BadToken,
    read_unsubscribe_token,
    stop_subscription,
)
from games.notifications.models import AccountMail, Mail

COMPLAINTS: Final = "complaints"
"""The local part that feedback loops of mail providers are given."""
REPORTS_ACCEPTED_FOR: Final = timedelta(days=30)
"""Servers give up within days (RFC 5321, section 4.5.4.1); later ones were kept by somebody."""


Handled = tuple[InboundOutcome, str]
"""What came of a message, and details for the log; its line gets person and game."""


def handle_return(
    *, raw: bytes, mail: Mail | AccountMail, line: InboundMail, now: datetime
) -> Handled:
    """Act on a message to the return path of a mail: it came back, or was called spam."""
    line.person = mail.person if isinstance(mail, Mail) else None
    if _is_old(mail, now):
        return InboundOutcome.STALE, "report"
    report = read_server_report(raw)
    if report.complaint and isinstance(mail, Mail):
        return _complained(mail, line, now)
    if report.complaint:
        # Anybody can have a code sent to any address: this says nothing of mails about games.
        return InboundOutcome.UNKNOWN, "complaint"
    if report.failed is None:
        # Somebody's absence notice, or a bounce of an unknown kind.
        return InboundOutcome.AUTOMATIC, "too many parts" if report.refused else "no report"
    kind = bounce_kind(failed=report.failed, code=report.code, text=report.text)
    if isinstance(mail, Mail):
        record_bounce(mail=mail, kind=kind, code=report.code, now=now)
    else:
        line.person = record_account_bounce(mail=mail, kind=kind, code=report.code, now=now)
    return InboundOutcome.BOUNCED, f"{kind} {report.code}".strip()


def handle_complaint(*, raw: bytes, line: InboundMail, now: datetime) -> Handled:
    """Act on a message to the address for complaints.

    A return path in it, which only servers see, proves that a mail is complained about, and stops
    all mails. A way to unsubscribe is in the mail for all to see to whom it is passed on: it
    stops what it stops anywhere, and nothing else.
    """
    report = read_server_report(raw)
    if not report.complaint:
        return InboundOutcome.UNKNOWN, "too many parts" if report.refused else ""
    mail = mail_of_return_path(report.path)
    if isinstance(mail, Mail) and not _is_old(mail, now):
        return _complained(mail, line, now)
    if report.stop and _stop(*report.stop, line):
        return InboundOutcome.MUTED, f"complaint: {report.stop[0]}"
    return InboundOutcome.UNKNOWN, "complaint"


def _is_old(mail: Mail | AccountMail, now: datetime) -> bool:
    return now - (mail.sent_at or mail.created_at) > REPORTS_ACCEPTED_FOR


def _complained(mail: Mail, line: InboundMail, now: datetime) -> Handled:
    record_complaint(person=mail.person, mail=mail, now=now)
    line.person = mail.person
    return InboundOutcome.MUTED, "complaint"


UNSUBSCRIBE: Final = "unsubscribe"


def unsubscribe_by_mail(*, raw: bytes, line: InboundMail) -> Handled:
    """Unsubscribe by a subject such as "mute TOKEN".

    The token is the whole authority: mail programs send such messages by themselves, and from
    whatever address they like. Nobody is answered.
    """
    purpose, _space, token = subject_of(raw).strip().partition(" ")
    good = _stop(purpose.lower(), "".join(token.split()), line)
    return InboundOutcome.MUTED if good else InboundOutcome.UNKNOWN, ""


def _stop(purpose: str, token: str, line: InboundMail) -> bool:
    """Stop what a token is about; whether there was something."""
    try:
        subscription = read_unsubscribe_token(purpose, token)
    except BadToken:
        return False
    stop_subscription(subscription=subscription)
    line.person, line.game = subscription.person, subscription.game
    return subscription.person is not None or subscription.purpose == INVITES
