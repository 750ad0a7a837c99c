"""Writes the reply of a reader to a caught mail, as a mail program would."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr

from games.mailbox.reading import text_of

DOMAIN = "mailbox.localhost"


def reply_address(mail: EmailMessage) -> str:
    """Gets the address that a mail asks answers to go to, or ""."""
    return parseaddr(str(mail.get("Reply-To", "")))[1]


def build_reply(*, mail: EmailMessage, text: str, now: datetime) -> bytes:
    """Gets the reply: the text, above the quoted mail (RFC 5322)."""
    reply = EmailMessage(policy=SMTP)
    reply["From"] = str(mail["To"])
    reply["To"] = str(mail["Reply-To"])
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Date"] = format_datetime(now)
    reply["Message-ID"] = make_msgid(domain=DOMAIN)
    reply["In-Reply-To"] = str(mail["Message-ID"])
    reply["References"] = f"{mail['References']} {mail['Message-ID']}"
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    reply.set_content(f"{text}\n\nOn {mail['Date']}, {mail['From']} wrote:\n{quote}\n")
    return reply.as_bytes()
