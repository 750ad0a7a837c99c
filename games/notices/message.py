"""Puts a mail together: headers and parts in, the bytes of RFC 5322 out."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr
from typing import cast

from django.conf import settings

IDS = frozenset({"message-id", "in-reply-to", "references"})
LONGEST_LINE = 998
"""RFC 5322, section 2.1.1."""


class WholeIds(EmailPolicy):
    """Leaves ids in one line: there are programs that find no thread by one that is folded."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in IDS and self.max_line_length != LONGEST_LINE:
            return self.clone(max_line_length=LONGEST_LINE).fold_binary(name, value)
        return super().fold_binary(name, value)


# RFC 2047 words and quoted-printable keep every line short and in ASCII: any server takes it.
POLICY = WholeIds(linesep="\r\n", max_line_length=78, cte_type="7bit")
PICTURE = "board.png"


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of a mail; ``root`` is the id that it refers to.

    An ``answer`` has the Message-ID of what it answers, or "" where that bore none that can be
    quoted; None is not an answer. ``reply_to`` is where answers go, "" where nobody reads them.
    """

    to_name: str
    to_address: str
    subject: str
    message_id: str
    root: str
    list_id: str
    list_name: str
    unsubscribe: tuple[str, ...]
    language: str
    date: datetime
    reply_to: str = ""
    answer: str | None = None


def build_message(
    *, envelope: Envelope, text: str, html: str, picture: bytes = b"", picture_cid: str = ""
) -> bytes:
    """Gets the whole message: text, and beside it HTML with the picture inside (RFC 2387)."""
    message = EmailMessage(policy=POLICY)
    _write_headers(message, envelope)
    message.set_content(text, cte="quoted-printable")
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    _text_part, html_part = cast("list[EmailMessage]", message.get_payload())
    if picture:
        html_part.add_related(
            picture,
            "image",
            "png",
            cid=f"<{picture_cid}>",
            filename=PICTURE,
            disposition="inline",
        )
        html_part.set_boundary(_boundary(envelope, "related"))
    message.set_boundary(_boundary(envelope, "alternative"))
    # Written last: the email package moves Content- headers into the first part.
    message["Content-Language"] = envelope.language
    return message.as_bytes()


def _write_headers(message: EmailMessage, envelope: Envelope) -> None:
    site, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    message["From"] = Address(site, addr_spec=address)
    message["To"] = Address(envelope.to_name, addr_spec=envelope.to_address)
    message["Subject"] = envelope.subject
    message["Date"] = format_datetime(envelope.date.astimezone(UTC))
    message["Message-ID"] = envelope.message_id
    if envelope.reply_to:
        message["Reply-To"] = Address(site, addr_spec=envelope.reply_to)
    message["In-Reply-To"] = envelope.answer or envelope.root
    message["References"] = " ".join(filter(None, (envelope.root, envelope.answer)))
    message["List-Id"] = f"{envelope.list_name} {envelope.list_id}"
    message["List-Unsubscribe"] = ", ".join(f"<{way}>" for way in envelope.unsubscribe)
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    generated = envelope.answer is None
    message["Auto-Submitted"] = "auto-generated" if generated else "auto-replied"
    message["X-Auto-Response-Suppress"] = "All"


def _boundary(envelope: Envelope, part: str) -> str:
    # From the Message-ID, not from chance: rendering twice gives the same bytes.
    return "=_" + hashlib.sha256(f"{part} {envelope.message_id}".encode()).hexdigest()[:32]
