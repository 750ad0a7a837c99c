"""Acts on reports: a mail that came back, or was called spam."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.inbound.models import InboundOutcome
from games.inbound.reports import read_report
from games.notices.bouncing import called_spam, came_back, kind_of
from games.notices.models import Mail
from games.notices.return_paths import mail_of
from games.notices.unsubscribing import BadToken, read_token, stop
from games.people.models import Person
from games.tables.models import Game

COMPLAINTS: Final = "complaints"
"""The local part that feedback loops of mail providers are given."""
BOUNCE: Final = "bounce+"


LIFE: Final = timedelta(days=30)
"""Servers give up within days (RFC 5321, section 4.5.4.1); later ones were kept by somebody."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a report, whose mails it was about, and of which game where it was of one."""

    outcome: InboundOutcome
    person: Person | None = None
    game: Game | None = None
    detail: str = ""


def take_return(*, raw: bytes, mail: Mail, now: datetime) -> Taken:
    """Acts on a message to the return path of a mail: it came back, or was called spam."""
    if _is_old(mail, now):
        return Taken(InboundOutcome.STALE, mail.person, detail="report")
    report = read_report(raw)
    if report.complaint:
        return _called_spam(mail, now)
    if report.failed is None:
        # Somebody's absence notice, or an old kind of bounce that no program can read.
        detail = "too many parts" if report.refused else "no report"
        return Taken(InboundOutcome.AUTOMATIC, mail.person, detail=detail)
    kind = kind_of(failed=report.failed, code=report.code, text=report.text)
    came_back(mail=mail, kind=kind, code=report.code, now=now)
    return Taken(InboundOutcome.BOUNCED, mail.person, detail=f"{kind} {report.code}".strip())


def take_complaint(*, raw: bytes, now: datetime) -> Taken:
    """Acts on a message to the address for complaints.

    A return path in it, which only servers see, proves that a mail is complained about, and stops
    all mails. A way to unsubscribe stands in the mail for all to see to whom it is passed on: it
    stops what it stops anywhere, and nothing else.
    """
    report = read_report(raw)
    if not report.complaint:
        detail = "too many parts" if report.refused else ""
        return Taken(InboundOutcome.UNKNOWN, detail=detail)
    mail = mail_of(report.path)
    if mail is not None and not _is_old(mail, now):
        return _called_spam(mail, now)
    if report.stop:
        try:
            subscription = read_token(*report.stop)
        except BadToken:
            return Taken(InboundOutcome.UNKNOWN, detail="complaint")
        stop(subscription=subscription)
        if subscription.person:
            person, game = subscription.person, subscription.game
            return Taken(InboundOutcome.MUTED, person, game, f"complaint: {report.stop[0]}")
    return Taken(InboundOutcome.UNKNOWN, detail="complaint")


def _is_old(mail: Mail, now: datetime) -> bool:
    return now - (mail.sent_at or mail.created_at) > LIFE


def _called_spam(mail: Mail, now: datetime) -> Taken:
    called_spam(person=mail.person, mail=mail, now=now)
    return Taken(InboundOutcome.MUTED, mail.person, detail="complaint")
