"""Gets the text that a person wrote in a message: of its parts, encodings and charsets."""

from __future__ import annotations

import codecs
from email import message_from_bytes
from email.message import Message

from games.inbound.headers import BROKEN, POLICY
from games.inbound.html import text_of_html

LONGEST = 100_000
"""So many characters are looked at; commands stand at the beginning."""
MOST_PARTS = 50
DEEPEST = 8
# Python's own ways to write text; no mail program uses them, and the first takes minutes.
NO_CHARSETS = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})


def text_of(raw: bytes) -> str:
    """Gets the text of a message, the plain part if there is one; "" where nothing can be read."""
    try:
        message = message_from_bytes(raw, policy=POLICY)
    except BROKEN:
        return ""
    plain = html = ""
    for part in _texts(message):
        kind = part.get_content_type()
        if kind == "text/plain" and not plain.strip():
            plain = _plain(part)
        elif kind == "text/html" and not html.strip():
            html = text_of_html(_decoded(part)[:LONGEST])
    return plain if plain.strip() else html


def _texts(message: Message) -> list[Message]:
    """Gets the parts that are neither attached nor a message of somebody else, in their order."""
    found: list[Message] = []
    waiting = [(message, 0)]
    for _ in range(MOST_PARTS):
        if not waiting:
            break
        part, depth = waiting.pop()
        payload = part.get_payload()
        if part.get_content_maintype() == "multipart":
            if isinstance(payload, list) and depth < DEEPEST:
                waiting += [
                    (child, depth + 1) for child in reversed(payload) if isinstance(child, Message)
                ]
        elif not isinstance(payload, list) and _disposition(part) != "attachment":
            found.append(part)
    return found


def _disposition(part: Message) -> str | None:
    try:
        return part.get_content_disposition()
    except BROKEN:
        return None


def _plain(part: Message) -> str:
    text = _decoded(part)[:LONGEST]
    try:
        flowed = str(part.get_param("format", "")).lower() == "flowed"
        joined = str(part.get_param("delsp", "")).lower() == "yes"
    except BROKEN:
        return text
    return unflowed(text, delsp=joined) if flowed else text


def unflowed(text: str, *, delsp: bool = False) -> str:
    """Gets text in which the soft line breaks of format=flowed are undone (RFC 3676, section 4).

    >>> unflowed("claim kyoto \\nto osaka\\n> quoted \\n> too\\n-- \\nAlice")
    'claim kyoto to osaka\\n> quoted too\\n-- \\nAlice'
    """
    lines: list[str] = []
    soft, depth_before = False, 0
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if soft and depth == depth_before and content != "-- ":
            lines[-1] += content
        else:
            lines.append(f"{'>' * depth} {content}" if depth else content)
        soft = content.endswith(" ") and content != "-- "
        if soft and delsp:
            lines[-1] = lines[-1][:-1]
        depth_before = depth
    return "\n".join(lines)


def _decoded(part: Message) -> str:
    try:
        content = part.get_payload(decode=True)
    except BROKEN:
        return ""
    if not isinstance(content, bytes):
        return ""
    return decoded(content[: 4 * LONGEST], _charset(part))


def decoded(content: bytes, charset: str) -> str:
    """Gets bytes as text: in the charset they claim, else in UTF-8, else in what Windows writes.

    >>> decoded("Kōchi".encode(), "us-ascii"), decoded(b"caf\\xe9", "utf-8"), decoded(b"a", "no")
    ('Kōchi', 'café', 'a')
    """
    for name in (charset, "utf-8"):
        try:
            codec = codecs.lookup(name) if name else None
            if codec and codec._is_text_encoding and codec.name not in NO_CHARSETS:
                return content.decode(name)
        except BROKEN:
            continue
    return content.decode("windows-1252", "replace")


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except BROKEN:
        return ""
