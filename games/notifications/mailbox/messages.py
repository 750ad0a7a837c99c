"""Read caught mails, and write the reply of a reader to one."""

from __future__ import annotations

import email
import email.policy
import re
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr
from typing import cast

from games.notifications.mailbox.models import CaughtMail

CID = re.compile(r"""(?<=["'(])cid:([^"')>\s]+)""")


def parsed(mail: CaughtMail) -> EmailMessage:
    """The mail as Python's email package reads it."""
    return email.message_from_bytes(mail.source, policy=email.policy.default)


def text_of(message: EmailMessage) -> str:
    """The text part, or nothing."""
    part = message.get_body(("plain",))
    return str(part.get_content()) if part else ""


def headline_of(message: EmailMessage) -> str:
    """The first sentence of the text part: the subjects of one conversation are all alike."""
    lines = (line.strip() for line in text_of(message).splitlines())
    return next((line for line in lines if line and not line.startswith("===")), "")


def html_of(message: EmailMessage, picture_address: str) -> str:
    """The HTML part with its `cid:` pictures at `picture_address` + Content-ID."""
    part = message.get_body(("html",))
    html = str(part.get_content()) if part else ""
    return CID.sub(lambda match: picture_address + match[1], html)


def picture_of(message: EmailMessage, content_id: str) -> tuple[str, bytes] | None:
    """Type and bytes of the picture with that Content-ID."""
    for part in message.walk():
        if part.get("Content-ID", "").strip("<> ") == content_id:
            if part.get_content_maintype() != "image":
                return None
            return part.get_content_type(), cast(bytes, part.get_payload(decode=True))
    return None


DOMAIN = "mailbox.localhost"


def reply_to_address(mail: EmailMessage) -> str:
    """The address that a mail asks answers to go to, or ""."""
    return parseaddr(str(mail.get("Reply-To", "")))[1]


def build_reply(*, mail: EmailMessage, text: str, now: datetime) -> bytes:
    """The reply: the text, above the quoted mail (RFC 5322)."""
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
