"""Takes a caught mail apart for the mailbox page."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage
from typing import cast

from games.mailbox.models import CaughtMail

CID = re.compile(r"""(?<=["'(])cid:([^"')>\s]+)""")


def parsed(mail: CaughtMail) -> EmailMessage:
    """Gets the mail as Python's email package reads it."""
    return email.message_from_bytes(mail.source, policy=email.policy.default)


def text_of(message: EmailMessage) -> str:
    """Gets the text part, or nothing."""
    part = message.get_body(("plain",))
    return str(part.get_content()) if part else ""


def headline_of(message: EmailMessage) -> str:
    """Gets the first sentence of the text part: the subjects of one conversation are all alike."""
    lines = (line.strip() for line in text_of(message).splitlines())
    return next((line for line in lines if line and not line.startswith("===")), "")


def html_of(message: EmailMessage, picture_address: str) -> str:
    """Gets the HTML part with its `cid:` pictures at `picture_address` + Content-ID."""
    part = message.get_body(("html",))
    html = str(part.get_content()) if part else ""
    return CID.sub(lambda match: picture_address + match[1], html)


def picture_of(message: EmailMessage, content_id: str) -> tuple[str, bytes] | None:
    """Gets type and bytes of the picture with that Content-ID."""
    for part in message.walk():
        if part.get("Content-ID", "").strip("<> ") == content_id:
            if part.get_content_maintype() != "image":
                return None
            return part.get_content_type(), cast(bytes, part.get_payload(decode=True))
    return None
