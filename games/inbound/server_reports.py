"""Parse delivery status notifications (RFC 3464), feedback reports (RFC 5965) and their like.

Anybody may write such a report. It is believed only about the mail whose return path, or whose way
to unsubscribe, is in it: both are signed, and only its reader and the servers on the way have
seen them.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Final

from games.inbound.parsing import BROKEN, POLICY, TooManyParts, header, open_message
from games.inbound.plain_bounces import read_plain_bounce

LARGEST: Final = 256 * 1024
CODE: Final = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
# Every other part of a path of ours ends at one of these.
PATH: Final = re.compile(r"bounce\+\d{1,18}-[0-9a-f]{20}", re.IGNORECASE)
UNSUBSCRIBE_PATH: Final = re.compile(r"/unsubscribe/([a-z]{1,10})/([^/<>\s]{1,500})/")
MAX_BLOCKS: Final = 10
"""Only this many groups of fields are read of one part: our mails have one recipient."""
FAILED: Final = ("failed", "expired")
NOT_A_COMPLAINT: Final = ("not-spam", "auth-failure", "dmarc")
OUTLOOK: Final = "X-HmXmrOriginalRecipient"
"""Outlook.com puts this header into the copy of a mail that its user called spam."""


@dataclass(frozen=True, slots=True)
class ServerReport:
    """A report of a server. ``failed`` is None where it is no report of delivery.

    ``text`` is what the other server answered, in its words. ``refused`` says that it has more
    parts than are read. ``path`` is a local part of ours found in a complaint, ``stop`` a purpose
    and token of a link.
    """

    failed: bool | None = None
    code: str = ""
    text: str = ""
    complaint: bool = False
    path: str = ""
    stop: tuple[str, str] | None = None
    refused: bool = False


def read_server_report(raw: bytes) -> ServerReport:
    """Read the report in a message; an empty report where it is none. Never raises."""
    try:
        message = open_message(raw[:LARGEST])
        kinds = {part.get_content_type() for part in message.walk()}
        if "message/feedback-report" in kinds or any(map(_is_of_outlook, _originals(message))):
            return _complaint(message)
        if "message/delivery-status" in kinds:
            return _delivery(message)
        if (bounce := read_plain_bounce(message)) is not None:
            return ServerReport(*bounce)
    except TooManyParts:
        return ServerReport(refused=True)
    except BROKEN:
        pass
    return ServerReport()


def _delivery(message: Message) -> ServerReport:
    """The worst that is said of any recipient: a mail of ours has one."""
    delayed = None
    for block in _blocks(message, "message/delivery-status"):
        action = header(block, "Action").lower()
        found = CODE.search(header(block, "Status"))
        code = found[0] if found else ""
        if action in FAILED:
            return ServerReport(failed=True, code=code, text=header(block, "Diagnostic-Code"))
        if action == "delayed":
            delayed = ServerReport(failed=False, code=code)
    return delayed or ServerReport()


def _complaint(message: Message) -> ServerReport:
    kinds, found = [], []
    for block in _blocks(message, "message/feedback-report"):
        kinds.append(header(block, "Feedback-Type").lower())
        found.append(header(block, "Original-Mail-From"))
    for original in _originals(message):
        found += [header(original, "Return-Path"), header(original, "List-Unsubscribe")]
        kinds += ["abuse"] if _is_of_outlook(original) else []
    text = "\n".join(found)
    path, stop = PATH.search(text), UNSUBSCRIBE_PATH.search(text)
    return ServerReport(
        complaint=any(kind and kind not in NOT_A_COMPLAINT for kind in kinds),
        path=path[0] if path else "",
        stop=(stop[1], stop[2]) if stop else None,
    )


def _is_of_outlook(original: Message) -> bool:
    return header(original, OUTLOOK) != ""


def _blocks(message: Message, type_: str) -> Iterator[Message]:
    """The groups of fields in the parts of one type."""
    for part in _parts(message):
        if part.get_content_type() != type_:
            continue
        payload = part.get_payload()
        if isinstance(payload, list):
            yield from (block for block in payload if isinstance(block, Message))
        elif isinstance(payload, str):
            yield from _fields(payload)


def _originals(message: Message) -> Iterator[Message]:
    """The headers of the mail that is complained about."""
    for part in _parts(message):
        payload = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(payload, list):
            yield from (inner for inner in payload if isinstance(inner, Message))
        elif part.get_content_type() in ("text/rfc822-headers", "message/rfc822-headers"):
            yield from _fields(str(payload))


def _parts(message: Message) -> list[Message]:
    return [part for part in message.walk() if part is not message]


def _fields(text: str) -> Iterator[Message]:
    for block in re.split(r"\r?\n\r?\n", text.strip(), maxsplit=MAX_BLOCKS)[:MAX_BLOCKS]:
        yield email.message_from_string(block, policy=POLICY)
