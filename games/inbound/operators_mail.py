"""Pass on to the operators what people write to postmaster@, abuse@ and the sender of our mails.

Nothing that a program sent is passed on, and our own Message-IDs are a sign of one: two sites, or
an operator whose mailbox forwards to us, make no loop. A quoted mail may hold cards, a code or a
link that signs in, so only what was written above it is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.inbound.headers import Headers, new_key, read_headers
from games.inbound.machine_mail import handle_complaint
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.notifications.mail.account_mails import write_account_mail
from games.notifications.mail.render import compact_html, wrap_text
from games.notifications.mail.return_addresses import ABUSE
from games.talk.messages import redact_keys

COUNTED_AS: Final = "operators"
"""The name under which these messages are counted."""
USEFUL: Final = timedelta(days=5)
LONGEST_SUBJECT: Final = 150
MOST_IDS: Final = 5
LANGUAGE: Final = "en"
"""Mails to operators are in English, as alarms are."""


def take_message(
    *, raw: bytes, text: str | None, recipient: str, line: InboundMail, now: datetime
) -> tuple[InboundOutcome, str]:
    """Pass on a message that a person wrote; return what came of it, and details for the log.

    ``text`` is None if it is too much to be read. A complaint to abuse@ is acted upon instead.
    ``line`` gets the key by which a copy is known; call it in the transaction that stores it.
    """
    if recipient.lower().startswith(f"{ABUSE}@"):
        complaint = handle_complaint(raw=raw, line=line, now=now)
        if complaint[0] == InboundOutcome.MUTED:
            return complaint
    headers = read_headers(raw)
    if headers.automatic:
        return InboundOutcome.AUTOMATIC, headers.automatic
    line.key = new_key(raw, headers=headers, local_part=COUNTED_AS, text=text, now=now) or None
    if line.key is None:
        return InboundOutcome.DUPLICATE, ""
    _pass_on(raw, headers, text, recipient, now)
    return InboundOutcome.ANSWERED, "passed on"


def _pass_on(raw: bytes, headers: Headers, text: str | None, recipient: str, now: datetime) -> None:
    above = "" if text is None else "\n".join(lines_above_quote(text))
    ids = _ids_of_ours(raw)
    lines = [
        redact_keys(above) or "Nothing could be read above the quoted text.",
        f"Written to {recipient}. Quoted text and attachments are left out.",
        *([f"Mails of ours that it names: {' '.join(ids)}"] if ids else []),
    ]
    if headers.sender:
        lines += [f"Your reply goes to {headers.sender}."]
    with translation.override(LANGUAGE):
        for _name, operator in settings.ADMINS:
            _write(operator, headers, lines, now)


def _write(operator: str, headers: Headers, lines: Sequence[str], now: datetime) -> None:
    subject = redact_keys(headers.subject)[:LONGEST_SUBJECT] or "(no subject)"
    context = {
        "language": LANGUAGE,
        "subject": subject,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "thread_name": "Mail to the operators",
        "thread_url": settings.SITE_URL + "/",
        "headline": subject,
        "text": "\n\n".join(lines),
        "reason": "You are receiving this email because NIGHT_MAIL_OPERATORS names this address.",
    }
    write_account_mail(
        kind="to_operators",
        recipient=operator,
        subject=f"{settings.EMAIL_SUBJECT_PREFIX}{subject}",
        text=wrap_text("\n\n".join((*lines, f"--\n{context['reason']}"))),
        html=compact_html(render_to_string("mail/account_notice.html", context)),
        language=LANGUAGE,
        now=now,
        useful=USEFUL,
        stream="operators",
        reply_to=headers.sender,
    )


def _ids_of_ours(raw: bytes) -> list[str]:
    """The Message-IDs of ours in a message: they lead to its mails in the admin."""
    host = re.escape(settings.MAIL_DOMAIN)
    pattern = rf"<((?:g|account\.)[\w.-]{{10,200}}@{host})>"
    found = re.findall(pattern, raw.decode("utf-8", "replace"))
    return [*dict.fromkeys(found)][:MOST_IDS]
