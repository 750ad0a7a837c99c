"""Act on what programs send: bounces, complaints, requests to unsubscribe."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.inbound import limits
from games.inbound.addresses import Address, Received
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
UNSUBSCRIBE: Final = "unsubscribe"
REPORTS_ACCEPTED_FOR: Final = timedelta(days=30)
"""Servers give up within days (RFC 5321, section 4.5.4.1); later ones were kept by somebody."""


def find_machine_address(local_part: str) -> Address | None:
    """Find the address of this local part that only programs write to."""
    if local_part == COMPLAINTS:
        return ComplaintsAddress(door=COMPLAINTS, most=limits.COMPLAINTS)
    if local_part == UNSUBSCRIBE:
        return UnsubscribeAddress(door=UNSUBSCRIBE, most=limits.UNSUBSCRIBES)
    mail = mail_of_return_path(local_part)
    if mail is None:
        return None
    kind = "bounce" if isinstance(mail, Mail) else "account"
    return ReturnPath(door=f"{kind} {mail.pk}", most=limits.PER_MAIL, mail=mail)


@dataclass(kw_only=True)
class ReturnPath(Address):
    """The return path of a mail, to which it comes back, or is called spam."""

    mail: Mail | AccountMail

    def take_report(self, raw: bytes, line: InboundMail) -> Received:
        mail, now = self.mail, line.at
        line.person = mail.person if isinstance(mail, Mail) else None
        if _is_old(mail, now):
            return Received(InboundOutcome.STALE, "report")
        report = read_server_report(raw)
        if report.complaint and isinstance(mail, Mail):
            return _complained(mail, line)
        if report.complaint:
            # Anybody can have a code sent to any address: this says nothing of mails about games.
            return Received(InboundOutcome.UNKNOWN, "complaint")
        if report.failed is None:
            # Somebody's absence notice, or a bounce of an unknown kind.
            detail = "too many parts" if report.refused else "no report"
            return Received(InboundOutcome.AUTOMATIC, detail)
        kind = bounce_kind(failed=report.failed, code=report.code, text=report.text)
        if isinstance(mail, Mail):
            record_bounce(mail=mail, kind=kind, code=report.code, now=now)
        else:
            line.person = record_account_bounce(mail=mail, kind=kind, code=report.code, now=now)
        return Received(InboundOutcome.BOUNCED, f"{kind} {report.code}".strip())


class ComplaintsAddress(Address):
    """The address that feedback loops of mail providers are given."""

    waits = True

    def take_report(self, raw: bytes, line: InboundMail) -> Received:
        return take_complaint(raw, line)


def take_complaint(raw: bytes, line: InboundMail) -> Received:
    """Act on a complaint about a mail.

    A return path in it, which only servers see, proves that a mail is complained about, and stops
    all mails. A way to unsubscribe is in the mail for all to see to whom it is passed on: it
    stops what it stops anywhere, and nothing else.
    """
    report = read_server_report(raw)
    if not report.complaint:
        return Received(InboundOutcome.UNKNOWN, "too many parts" if report.refused else "")
    mail = mail_of_return_path(report.path)
    if isinstance(mail, Mail) and not _is_old(mail, line.at):
        return _complained(mail, line)
    if report.stop and _stop(*report.stop, line):
        return Received(InboundOutcome.MUTED, f"complaint: {report.stop[0]}")
    return Received(InboundOutcome.UNKNOWN, "complaint")


def _is_old(mail: Mail | AccountMail, now: datetime) -> bool:
    return now - (mail.sent_at or mail.created_at) > REPORTS_ACCEPTED_FOR


def _complained(mail: Mail, line: InboundMail) -> Received:
    record_complaint(mail=mail, now=line.at)
    line.person = mail.person
    return Received(InboundOutcome.MUTED, "complaint")


class UnsubscribeAddress(Address):
    """The address to which mail programs unsubscribe, by a subject such as "mute TOKEN".

    The token is the whole authority: programs send such messages by themselves, and from whatever
    address they like. Nobody is answered.
    """

    waits = True

    def take_report(self, raw: bytes, line: InboundMail) -> Received:
        purpose, _space, token = subject_of(raw).strip().partition(" ")
        good = _stop(purpose.lower(), "".join(token.split()), line)
        return Received(InboundOutcome.MUTED if good else InboundOutcome.UNKNOWN)


def _stop(purpose: str, token: str, line: InboundMail) -> bool:
    """Stop what a token is about; whether there was something."""
    try:
        subscription = read_unsubscribe_token(purpose, token)
    except BadToken:
        return False
    stop_subscription(subscription=subscription)
    line.person, line.game = subscription.person, subscription.game
    return subscription.person is not None or subscription.purpose == INVITES
