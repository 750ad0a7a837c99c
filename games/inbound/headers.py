"""Reads the headers of a message that anybody may have written; nothing here raises."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import Message
from email.utils import getaddresses

from django.conf import settings

from games.inbound.automatic import why_automatic
from games.inbound.parsing import BROKEN, MOST_COPIES, head_of, header

LONGEST_ADDRESS = 254
COPIES_WITHIN = timedelta(hours=6)
"""What says the same without a Message-ID is a copy for so long, and for as long again at most."""
MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,240}>")
# Where servers write down whom a message was for, the surest first.
RECIPIENTS = ("X-Original-To", "Envelope-To", "X-Envelope-To", "Delivered-To", "To", "Cc")


@dataclass(frozen=True, slots=True)
class Headers:
    """``sender`` is the one address in From, in lower case, or "" if there is not just one."""

    sender: str
    message_id: str
    subject: str
    automatic: str
    """The header that shows that no person wrote it, or ""."""


def read_headers(raw: bytes) -> Headers:
    """Gets what matters of the headers."""
    message = head_of(raw)
    return Headers(
        sender=_sender(message),
        message_id=_message_id(message),
        subject=header(message, "Subject"),
        automatic=why_automatic(message),
    )


def subject_of(raw: bytes) -> str:
    """Gets the subject, for doors where nothing else of a message matters."""
    return header(head_of(raw), "Subject")


def recipient_of(raw: bytes) -> str:
    """Gets the address of ours that a message was for, for doors that are not told."""
    message = head_of(raw)
    for name in RECIPIENTS:
        for address in _addresses(message, name):
            if address.rpartition("@")[2] == settings.MAIL_DOMAIN.lower():
                return address
    return ""


def keys_of(*, headers: Headers, local_part: str, text: str, now: datetime) -> tuple[str, ...]:
    """Gets the idempotency keys of a message to an address of ours, that of its own first.

    Every copy of a message has one of them: the same key for the same Message-ID; without one, the
    same key for the same sender and text within some hours, whatever servers have put above it.
    """
    if headers.message_id:
        return (_key(headers.message_id, local_part),)
    words = " ".join(text.split())
    span = int(now.timestamp() // COPIES_WITHIN.total_seconds())
    return tuple(
        _key(f"{headers.sender} {number} {words}", local_part) for number in (span, span - 1)
    )


def _key(name: str, local_part: str) -> str:
    return f"mail-{hashlib.sha256(f'{name} {local_part}'.encode()).hexdigest()[:40]}"


def _sender(message: Message) -> str:
    # Two senders are as good as none: which one would the other programs have shown?
    if len(message.get_all("From", [])) != 1:
        return ""
    found = _addresses(message, "From")
    return found[0] if len(found) == 1 else ""


def _addresses(message: Message, name: str) -> list[str]:
    try:
        values = [str(value) for value in message.get_all(name, [])[:MOST_COPIES]]
        found = getaddresses(values)
    except BROKEN:
        return []
    addresses = [address.strip().lower() for _name, address in found if address]
    return [a for a in addresses if len(a) <= LONGEST_ADDRESS and a.count("@") == 1]


def _message_id(message: Message) -> str:
    found = MESSAGE_ID.search(header(message, "Message-ID"))
    return found[0] if found else ""
