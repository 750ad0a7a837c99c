"""Build the bytes of a mail (RFC 5322) from headers and parts."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from typing import cast

from django.conf import settings

from games.notifications.mail import headers
from games.notifications.mail.headers import POLICY, WIDTH

SENDER = "nightmail"
"""The id under which mail providers gather feedback, within the domain that signs."""
PICTURE = "board.png"
LIST_ITEM = re.compile(r"(- |\d{1,2}\. )?")


@dataclass(frozen=True, slots=True)
class Envelope:
    """The headers of a mail; ``root`` is the id that it refers to.

    An answer has the Message-ID of what it answers as ``in_reply_to``, or "" where that bore none
    that can be quoted; None is not an answer. ``reply_to`` is where answers go, "" where nobody
    reads them. ``kind`` is what sort of mail it is, one word, for the statistics of mail providers.
    ``sender`` is its From, "" for that of the site.
    A mail that belongs to no list and cannot be left has no ``list_id`` and no ``unsubscribe``.
    """

    to_name: str
    to_address: str
    subject: str
    message_id: str
    kind: str
    language: str
    date: datetime
    root: str = ""
    list_id: str = ""
    list_name: str = ""
    unsubscribe: tuple[str, ...] = ()
    reply_to: str = ""
    in_reply_to: str | None = None
    sender: str = ""


def build_message(
    *, envelope: Envelope, text: str, html: str, picture: bytes = b"", picture_cid: str = ""
) -> bytes:
    """The whole message: text, and beside it HTML with the picture inside (RFC 2387).

    Both may come as templates render them: the text is wrapped, the HTML made shorter.
    """
    message = EmailMessage(policy=POLICY)
    for name, value in _fields(envelope):
        if value:
            message[name] = value
    message.set_content(wrap_text(text), cte="quoted-printable")
    message.add_alternative(compact_html(html), subtype="html", cte="quoted-printable")
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


def _fields(envelope: Envelope) -> Iterator[tuple[str, str]]:
    site, address = parseaddr(envelope.sender or settings.DEFAULT_FROM_EMAIL)
    yield "From", headers.mailbox(site, address, name="From")
    yield "To", headers.mailbox(envelope.to_name, envelope.to_address, name="To")
    yield "Subject", headers.text(envelope.subject, name="Subject")
    yield "Date", format_datetime(envelope.date.astimezone(UTC))
    yield "Message-ID", envelope.message_id
    if envelope.reply_to:
        ours = envelope.reply_to.endswith(f"@{settings.MAIL_DOMAIN}")
        yield "Reply-To", headers.mailbox(site if ours else "", envelope.reply_to, name="Reply-To")
    yield "In-Reply-To", envelope.in_reply_to or envelope.root
    yield "References", headers.ids((envelope.root, envelope.in_reply_to or ""))
    if envelope.list_id:
        title = headers.phrase(envelope.list_name, name="List-Id")
        yield "List-Id", headers.in_lines("List-Id", (title, envelope.list_id))
    if envelope.unsubscribe:
        *others, last = (f"<{way}>" for way in envelope.unsubscribe)
        ways = (*(f"{way}," for way in others), last)
        yield "List-Unsubscribe", headers.in_lines("List-Unsubscribe", ways)
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    yield "Feedback-ID", f"{envelope.kind}:{envelope.language}:{SENDER}"
    yield "Auto-Submitted", "auto-generated" if envelope.in_reply_to is None else "auto-replied"
    yield "X-Auto-Response-Suppress", "All"


def _boundary(envelope: Envelope, part: str) -> str:
    # From the Message-ID, not from chance: rendering twice gives the same bytes.
    return "=_" + hashlib.sha256(f"{part} {envelope.message_id}".encode()).hexdigest()[:32]


def wrap_text(text: str) -> str:
    """A text without the holes that template tags leave, in lines of at most 78 characters.

    >>> wrap_text("\\n a line  \\n\\n\\n\\nanother\\n\\n")
    'a line\\n\\nanother\\n'
    """
    lines = (part for line in text.splitlines() for part in _wrapped(line.strip()))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _wrapped(line: str) -> list[str]:
    """A line in several where it is too long; a link is never broken."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=" " * len(LIST_ITEM.match(line)[0]),  # type: ignore[index]
        break_long_words="://" not in line,
        break_on_hyphens=False,
    )


def compact_html(html: str) -> str:
    """A page without indentation and empty lines: mail programs clip long ones.

    >>> compact_html("<p>\\n    a\\n\\n  </p>")
    '<p>\\na\\n</p>\\n'
    """
    return "\n".join(line.strip() for line in html.splitlines() if line.strip()) + "\n"
