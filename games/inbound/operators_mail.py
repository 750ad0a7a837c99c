"""Pass on to the operators what people write to postmaster@, abuse@ and the sender of our mails.

Nothing that a program sent is passed on, and our own Message-IDs are a sign of one: two sites, or
an operator whose mailbox forwards to us, make no loop. A quoted mail may hold cards, a code or a
link that signs in, so only what was written above it is passed on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.inbound import limits
from games.inbound.addresses import Address, Letter, Received
from games.inbound.machine_mail import take_complaint
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.notifications.mail.account_mails import write_account_mail
from games.notifications.mail.return_addresses import ABUSE, is_operators_address
from games.talk.messages import redact_keys

COUNTED_AS: Final = "operators"
"""The name under which these messages are counted."""
USEFUL: Final = timedelta(days=5)
LONGEST_SUBJECT: Final = 150
MOST_IDS: Final = 5
LANGUAGE: Final = "en"
"""Mails to operators are in English, as alarms are."""
REASON: Final = "You are receiving this email because NIGHT_MAIL_OPERATORS names this address."


def find_operators_address(recipient: str) -> OperatorsAddress | None:
    """Find the address of the operators that this is; None if it is none."""
    if not is_operators_address(recipient):
        return None
    return OperatorsAddress(
        door=COUNTED_AS, most=limits.TO_OPERATORS, name=COUNTED_AS, recipient=recipient
    )


@dataclass(kw_only=True)
class OperatorsAddress(Address):
    """An address at which people write to the operators."""

    recipient: str
    waits = True

    def take_report(self, raw: bytes, line: InboundMail) -> Received | None:
        """Act on a complaint to abuse@; all else is passed on."""
        if not self.recipient.lower().startswith(f"{ABUSE}@"):
            return None
        complaint = take_complaint(raw, line)
        return complaint if complaint.outcome == InboundOutcome.MUTED else None

    def act(self, letter: Letter) -> Received:
        """Pass on what stands above the quote."""
        headers, ids = letter.headers, _ids_of_ours(letter.raw)
        above = "" if letter.text is None else "\n".join(lines_above_quote(letter.text))
        subject = redact_keys(headers.subject)[:LONGEST_SUBJECT] or "(no subject)"
        lines = [
            redact_keys(above) or "Nothing could be read above the quoted text.",
            f"Written to {self.recipient}. Quoted text and attachments are left out.",
            *([f"Mails of ours that it names: {' '.join(ids)}"] if ids else []),
            *([f"Your reply goes to {headers.sender}."] if headers.sender else []),
        ]
        context = {
            "language": LANGUAGE,
            "subject": subject,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "thread_name": "Mail to the operators",
            "thread_url": settings.SITE_URL + "/",
            "headline": subject,
            "text": "\n\n".join(lines),
            "reason": REASON,
        }
        with translation.override(LANGUAGE):
            for _name, operator in settings.ADMINS:
                write_account_mail(
                    kind="to_operators",
                    recipient=operator,
                    subject=f"{settings.EMAIL_SUBJECT_PREFIX}{subject}",
                    text="\n\n".join((*lines, f"--\n{REASON}")),
                    html=render_to_string("mail/account_notice.html", context),
                    language=LANGUAGE,
                    now=letter.now,
                    useful=USEFUL,
                    stream="operators",
                    reply_to=headers.sender,
                )
        return Received(InboundOutcome.ANSWERED, "passed on")


def _ids_of_ours(raw: bytes) -> list[str]:
    """The Message-IDs of ours in a message: they lead to its mails in the admin."""
    host = re.escape(settings.MAIL_DOMAIN)
    pattern = rf"<((?:g|account\.)[\w.-]{{10,200}}@{host})>"
    found = re.findall(pattern, raw.decode("utf-8", "replace"))
    return [*dict.fromkeys(found)][:MOST_IDS]
