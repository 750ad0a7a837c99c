"""Reads the headers of a message that anybody may have written; nothing here raises."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import getaddresses

from django.conf import settings

HEAD = 64 * 1024
"""Headers end within so many bytes, or the rest of them is not read."""
LONGEST_HEADER = 4000
LONGEST_ADDRESS = 254
MESSAGE_ID = re.compile(r"<[!-;=?-~]{3,240}>")
# What the email package is known to raise at headers that are beyond help.
BROKEN = (
    MessageError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
)

# Where servers write down whom a message was for, the surest first.
RECIPIENTS = ("X-Original-To", "Envelope-To", "X-Envelope-To", "Delivered-To", "To", "Cc")


class ShortHeaders(Compat32):
    """Cuts every header: the email package takes minutes over the parameters of a long one."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


POLICY = ShortHeaders()


@dataclass(frozen=True, slots=True)
class Headers:
    """``sender`` is the one address in From, in lower case, or "" if there is not just one."""

    sender: str
    message_id: str
    subject: str
    automatic: str
    """Why no person wrote it, or ""."""


def read_headers(raw: bytes) -> Headers:
    """Gets what matters of the headers."""
    message = parsed(raw)
    return Headers(
        sender=_sender(message),
        message_id=_message_id(message),
        subject=header(message, "Subject"),
        automatic=why_automatic(message),
    )


def parsed(raw: bytes) -> Message:
    """Gets the headers of a message as Python's email package reads them."""
    try:
        return BytesHeaderParser(policy=POLICY).parsebytes(raw[:HEAD])
    except BROKEN:
        return Message()


def header(message: Message, name: str) -> str:
    """Gets a header in Unicode, in one line, cut to a sensible length."""
    try:
        value = str(message.get(name, ""))
        text = str(make_header(decode_header(value)))
    except BROKEN:
        return ""
    return " ".join(text.split())[:1000]


def recipient_of(raw: bytes) -> str:
    """Gets the address of ours that a message was for, for doors that are not told."""
    message = parsed(raw)
    for name in RECIPIENTS:
        for address in _addresses(message, name):
            if address.rpartition("@")[2] == settings.MAIL_DOMAIN.lower():
                return address
    return ""


def key_of(raw: bytes, headers: Headers, local_part: str) -> str:
    """Gets the idempotency key: the same for every copy of a message to the same address."""
    name = headers.message_id.encode() or hashlib.sha256(raw).digest()
    return f"mail-{hashlib.sha256(name + b' ' + local_part.encode()).hexdigest()[:40]}"


def why_automatic(message: Message) -> str:
    """Gets what shows that a program wrote a message (RFC 3834), or ""."""
    for name in ("Auto-Submitted", "Precedence", "Content-Type"):
        value = header(message, name).lower()
        first = re.split(r"[\s;(]", value.strip(), maxsplit=1)[0]
        if name == "Auto-Submitted" and first not in ("", "no"):
            return name
        if name == "Precedence" and first in ("bulk", "list", "junk", "auto_reply"):
            return name
        if name == "Content-Type" and first == "multipart/report":
            return name
    for name in ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "List-Id", "X-Loop"):
        if name in message:
            return name
    if header(message, "Return-Path") == "<>":
        return "Return-Path"
    ours = f"@{settings.MAIL_DOMAIN}>".lower()
    if header(message, "Message-ID").lower().endswith(ours):
        return "Message-ID"
    return ""


def _sender(message: Message) -> str:
    # Two senders are as good as none: which one would the other programs have shown?
    if len(message.get_all("From", [])) != 1:
        return ""
    found = _addresses(message, "From")
    return found[0] if len(found) == 1 else ""


def _addresses(message: Message, name: str) -> list[str]:
    try:
        values = [str(value) for value in message.get_all(name, [])[:20]]
        found = getaddresses(values)
    except BROKEN:
        return []
    addresses = [address.strip().lower() for _name, address in found if address]
    return [a for a in addresses if len(a) <= LONGEST_ADDRESS and a.count("@") == 1]


def _message_id(message: Message) -> str:
    found = MESSAGE_ID.search(header(message, "Message-ID"))
    return found[0] if found else ""
