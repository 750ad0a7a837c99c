"""Read bounces that are no reports of RFC 3464: those of Exim, qmail, Yahoo and many others.

They are read only at return paths of ours, so that nobody else can write one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import Final

from games.inbound.body import decoded_part, text_of_html
from games.inbound.parsing import header
from games.notifications.mail.rejections import ENHANCED

LONGEST: Final = 20_000
MOST_WORDS: Final = 1000
"""Only this many characters of a server's words are read."""
SERVERS: Final = re.compile(
    r"mailer-?daemon|post_?master|mail.?delivery|mail ?system|mail administrator|mdaemon"
    r"|mail router|delivery (?:subsystem|system|agent)",
    re.IGNORECASE,
)
FAILED: Final = re.compile(
    r"undeliver(?:ed|able)|(?:non|not be|not) ?-?(?:deliver|sent)|unable to (?:be )?deliver"
    r"|(?:couldn't|could not|cannot|can't|wasn't able to) (?:be |to )?(?:deliver|send|process)"
    r"|deliver\w{0,6}(?: status)?(?: notification)?(?: has)?(?: was)?:? ?\(?(?:fail|error|problem)"
    r"|delivery status notification|deliver\w{0,6} .{0,40}\bfailed\b|failure notice|returned mail"
    r"|(?:fail\w{0,4}|error|problem)s? (?:in |to |of |while )?deliver"
    r"|return(?:ing|ed) (?:message|mail|to sender)|(?:mail|message) (?:delivery )?fail"
    r"|did not reach|rejected|not accepted|permanent error|fatal error|mail system error",
    re.IGNORECASE,
)
DELAYED: Final = re.compile(
    r"\bdelayed\b|(?:not|n't) yet been|still (?:be )?(?:trying|attempt)"
    r"|will (?:keep|continue|be retried|retry)|(?:no|not) action is required",
    re.IGNORECASE,
)
COPY: Final = re.compile(
    r"^[-> \t*=]*(?:(?:this|here|below|following|enclosed|included)\b.{0,40}\b(?:copy|header)"
    r"|.{0,30}\b(?:original|returned|unsent) (?:message|mail|text)\b"
    r"|message (?:header|text)s?\b|(?:return-path|received|x-\S+|message-id):)",
    re.IGNORECASE | re.MULTILINE,
)
# A server's answer, up to a blank line or another answer.
REPLY: Final = re.compile(
    r"(?<![\d.:])(?P<code>[45]\d\d)(?:[- ]+|\n\s*)(?=\S)"
    r"(?:.*\S.*(?:\n(?![ \t(<>]{0,9}(?!(?P=code))[245]\d\d[- ]))?)*"
)


def read_plain_bounce(message: Message) -> tuple[bool, str, str] | None:
    """Return whether delivery failed for good, the enhanced code or "", and the server's words.

    None where it is no bounce.
    """
    subject, text = header(message, "Subject"), _text(message)
    if SERVERS.search(header(message, "From")):
        is_bounce = bool(FAILED.search(subject) or FAILED.search(text))
    else:
        # Absence notices come from <>, too, and may say that something is not delivered.
        is_bounce = header(message, "Return-Path") == "<>" and bool(FAILED.search(subject))
    if not is_bounce and not header(message, "X-Failed-Recipients"):
        return None
    reply = REPLY.search(text)
    words = " ".join((reply[0] if reply else text).split())[:MOST_WORDS]
    if reply and "MAIL FROM" in text[: reply.start()].rstrip().rpartition("\n")[2].upper():
        words = f"MAIL FROM: {words}"  # They are about us.
    found = ENHANCED.search(words)
    delayed = DELAYED.search(f"{subject} {text}") and not (found and found[1] == "5")
    return not delayed, found[0] if found else "", words


def _text(message: Message) -> str:
    """The words of a server, without its copy of the mail."""
    text = "\n\n".join(_texts(message))[:LONGEST]
    copy = COPY.search(text)
    return text[: copy.start()] if copy else text


def _texts(message: Message) -> Iterator[str]:
    for part in message.walk():
        kind = part.get_content_type()
        if kind == "message/rfc822":
            return
        if kind == "text/plain":
            yield decoded_part(part)[:LONGEST]
        elif kind == "text/html":
            yield text_of_html(decoded_part(part)[:LONGEST])
