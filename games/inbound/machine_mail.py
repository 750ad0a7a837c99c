"""Act on what programs send: bounces, complaints, requests to unsubscribe."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.inbound.models import InboundOutcome
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
from games.people.models import Person
from games.tables.models import Game

COMPLAINTS: Final = "complaints"
"""The local part that feedback loops of mail providers are given."""
REPORTS_ACCEPTED_FOR: Final = timedelta(days=30)
"""Servers give up within days (RFC 5321, section 4.5.4.1); later ones were kept by somebody."""


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """The outcome of a report, with the person and, where it is about one, the game."""

    outcome: InboundOutcome
    person: Person | None = None
    game: Game | None = None
    detail: str = ""


def handle_return(*, raw: bytes, mail: Mail | AccountMail, now: datetime) -> ReportOutcome:
    """Act on a message to the return path of a mail: it came back, or was called spam."""
    person = mail.person if isinstance(mail, Mail) else None
    if _is_old(mail, now):
        return ReportOutcome(InboundOutcome.STALE, person, detail="report")
    report = read_server_report(raw)
    if report.complaint and isinstance(mail, Mail):
        return _complained(mail, now)
    if report.complaint:
        # Anybody can have a code sent to any address: this says nothing of mails about games.
        return ReportOutcome(InboundOutcome.UNKNOWN, detail="complaint")
    if report.failed is None:
        # Somebody's absence notice, or a bounce of an unknown kind.
        detail = "too many parts" if report.refused else "no report"
        return ReportOutcome(InboundOutcome.AUTOMATIC, person, detail=detail)
    kind = bounce_kind(failed=report.failed, code=report.code, text=report.text)
    if isinstance(mail, Mail):
        record_bounce(mail=mail, kind=kind, code=report.code, now=now)
    else:
        person = record_account_bounce(mail=mail, kind=kind, code=report.code, now=now)
    return ReportOutcome(InboundOutcome.BOUNCED, person, detail=f"{kind} {report.code}".strip())


def handle_complaint(*, raw: bytes, now: datetime) -> ReportOutcome:
    """Act on a message to the address for complaints.

    A return path in it, which only servers see, proves that a mail is complained about, and stops
    all mails. A way to unsubscribe is in the mail for all to see to whom it is passed on: it
    stops what it stops anywhere, and nothing else.
    """
    report = read_server_report(raw)
    if not report.complaint:
        detail = "too many parts" if report.refused else ""
        return ReportOutcome(InboundOutcome.UNKNOWN, detail=detail)
    mail = mail_of_return_path(report.path)
    if isinstance(mail, Mail) and not _is_old(mail, now):
        return _complained(mail, now)
    if report.stop:
        try:
            subscription = read_unsubscribe_token(*report.stop)
        except BadToken:
            return ReportOutcome(InboundOutcome.UNKNOWN, detail="complaint")
        stop_subscription(subscription=subscription)
        if subscription.person or subscription.purpose == INVITES:
            person, game = subscription.person, subscription.game
            return ReportOutcome(InboundOutcome.MUTED, person, game, f"complaint: {report.stop[0]}")
    return ReportOutcome(InboundOutcome.UNKNOWN, detail="complaint")


def _is_old(mail: Mail | AccountMail, now: datetime) -> bool:
    return now - (mail.sent_at or mail.created_at) > REPORTS_ACCEPTED_FOR


def _complained(mail: Mail, now: datetime) -> ReportOutcome:
    record_complaint(person=mail.person, mail=mail, now=now)
    return ReportOutcome(InboundOutcome.MUTED, mail.person, detail="complaint")


UNSUBSCRIBE: Final = "unsubscribe"


def unsubscribe_by_mail(*, subject: str) -> tuple[Person | None, Game | None, bool]:
    """Unsubscribe by a subject such as "mute TOKEN"; return the person, the game, and whether the
    token was good.

    The token is the whole authority: mail programs send such messages by themselves, and from
    whatever address they like. Nobody is answered.
    """
    purpose, _space, token = subject.strip().partition(" ")
    try:
        subscription = read_unsubscribe_token(purpose.lower(), "".join(token.split()))
    except BadToken:
        return None, None, False
    stop_subscription(subscription=subscription)
    good = subscription.person is not None or subscription.purpose == INVITES
    return subscription.person, subscription.game, good
