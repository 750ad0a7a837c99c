"""Acts on reports: a mail that came back, or was called spam."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from games.inbound.models import InboundOutcome
from games.inbound.reports import Report, read_report
from games.notices.bouncing import called_spam, came_back, kind_of
from games.notices.models import Mail
from games.notices.return_paths import mail_of
from games.notices.unsubscribing import BadToken, read_token
from games.people.models import Person

COMPLAINTS: Final = "complaints"
"""The local part that feedback loops of mail providers are given."""
BOUNCE: Final = "bounce+"


def take_report(
    *, raw: bytes, local: str, now: datetime
) -> tuple[InboundOutcome, Person | None, str]:
    """Gets what came of a message to a return path or to the address for complaints."""
    report = read_report(raw)
    mail = mail_of(local)
    if report.complaint:
        return _complaint(report, mail, now)
    if mail is None:
        return InboundOutcome.UNKNOWN, None, ""
    if report.failed is None:
        # Somebody's absence notice, or an old kind of bounce that no program can read.
        return InboundOutcome.AUTOMATIC, mail.person, "no report"
    kind = kind_of(failed=report.failed, code=report.code)
    came_back(mail=mail, kind=kind, code=report.code, now=now)
    return InboundOutcome.BOUNCED, mail.person, f"{kind} {report.code}".strip()


def _complaint(
    report: Report, mail: Mail | None, now: datetime
) -> tuple[InboundOutcome, Person | None, str]:
    mail = mail or mail_of(report.path)
    person = mail.person if mail else None
    if person is None and report.stop:
        try:
            person = read_token(*report.stop).person
        except BadToken:
            person = None
    if person is None:
        return InboundOutcome.UNKNOWN, None, "complaint"
    called_spam(person=person, mail=mail, now=now)
    return InboundOutcome.MUTED, person, "complaint"
