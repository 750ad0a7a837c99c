"""Gets the text that a person wrote in a message: of its parts, encodings and charsets."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from email.message import Message

from games.inbound.html import has_struck_text, text_of_html
from games.inbound.parsing import BROKEN, MOST_PARTS, opened
from games.inbound.quotes import written

LONGEST = 100_000
"""So many characters are looked at; commands stand at the beginning."""
DEEPEST = 8
# Python's own ways to write text; no mail program uses them, and the first takes minutes.
NO_CHARSETS = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})
# Latin-1 has control characters where Windows has dashes and quotes, and programs mix the names up
# (WHATWG Encoding Standard, section 4.2).
LATIN = frozenset({"ascii", "iso8859-1"})
SINGLE = LATIN | {"cp1252", "iso8859-15"}
# A plain part that only says that the page is to be read instead. Whoever writes these words in a
# reply has them on the page, too.
STUB = re.compile(r"\bx?html\b|\bmime\b|\bbrowser\b", re.IGNORECASE)
SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[^\S\n]*\n(?:[^\S\n]*[^\s:]+:.*\n)*[^\S\n]*\n"
    r"(?P<text>(?:(?!-----BEGIN PGP).*\n)*+)"
    r"-----BEGIN PGP SIGNATURE-----[^\S\n]*\n(?:(?!-----).*\n)*+"
    r"-----END PGP SIGNATURE-----",
    re.MULTILINE,
)


def text_of(raw: bytes) -> str:
    """Return the text of a message, its parts in their order; "" where nothing can be read.

    Of alternatives the plain one is taken, unless only the page says what was written and what
    was struck out.

    :raises TooManyParts: if it has more parts than will be read.
    """
    groups: dict[int, tuple[list[str], list[str]]] = {}
    for group, part in _texts(opened(raw)):
        plain, pages = groups.setdefault(group, ([], []))
        kind = part.get_content_type()
        if kind == "text/plain":
            plain.append(unsigned(_plain(part)))
        elif kind == "text/html":
            pages.append(_decoded(part)[:LONGEST])
    texts = [_chosen(*group) for group in groups.values()]
    useful = [text for text in texts if not _is_stub(text)]
    return "\n\n".join(_without_copies(useful or texts))


def _chosen(plain: list[str], pages: list[str]) -> str:
    """Return the text of parts that say the same in several ways."""
    page = "\n\n".join(filter(str.strip, map(text_of_html, pages)))
    useful = "\n\n".join(text for text in plain if not _is_stub(text))
    if page and (not useful or any(map(has_struck_text, pages))):
        return page
    return useful or "\n\n".join(filter(str.strip, plain))


def _is_stub(text: str) -> bool:
    """Whether nothing was written above the quote, or only that a page is to be read."""
    said = " ".join(written(text))
    return not any(map(str.isalnum, said)) or (len(said) < 500 and STUB.search(said) is not None)


def _without_copies(texts: Iterable[str]) -> list[str]:
    """Leave out a text that another one holds: some programs send text and page side by side."""
    kept: list[tuple[str, str]] = []
    for text in texts:
        said = "".join(filter(str.isalnum, text))
        if not said or any(said in known for known, _ in kept):
            continue
        kept = [(known, other) for known, other in kept if known not in said]
        kept.append((said, text))
    return [text for _, text in kept]


def unsigned(text: str) -> str:
    """Return the text that was signed inline, without armour and signature (RFC 9580, section 7).

    >>> unsigned("-----BEGIN PGP SIGNED MESSAGE-----\\nHash: SHA256\\n\\ndraw red\\n- -- \\nAl\\n"
    ...          "-----BEGIN PGP SIGNATURE-----\\n\\niHUE\\n-----END PGP SIGNATURE-----\\n")
    'draw red\\n-- \\nAl\\n\\n'
    """
    text = text.replace("\r\n", "\n")
    return SIGNED.sub(lambda found: re.sub("^- ", "", found["text"], flags=re.MULTILINE), text)


def _texts(message: Message) -> list[tuple[int, Message]]:
    """Return the parts that are neither attached nor a message of somebody else, in their order.

    Parts with the same number are alternatives: they say the same.
    """
    found: list[tuple[int, Message]] = []
    waiting: list[tuple[Message, int, int]] = [(message, 0, 0)]
    for number in range(1, MOST_PARTS + 1):
        if not waiting:
            break
        part, depth, group = waiting.pop()
        payload = part.get_payload()
        if part.get_content_maintype() == "multipart":
            if part.get_content_subtype() == "alternative":
                group = group or number
            if isinstance(payload, list) and depth < DEEPEST:
                waiting += [
                    (child, depth + 1, group)
                    for child in reversed(payload)
                    if isinstance(child, Message)
                ]
        elif not isinstance(payload, list) and not _is_attached(part):
            found.append((group or number, part))
    return found


def _is_attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except BROKEN:
        return False


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
    pieces: list[str] = []
    soft, depth_before = False, 0
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if not (soft and depth == depth_before and content != "-- "):
            pieces += ["\n", f"{'>' * depth} " if depth else ""]
        soft = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if soft and delsp else content)
        depth_before = depth
    return "".join(pieces[1:])


def _decoded(part: Message) -> str:
    try:
        content = part.get_payload(decode=True)
    except BROKEN:
        return ""
    if not isinstance(content, bytes):
        return ""
    return decoded(content[: 4 * LONGEST], _charset(part))


def decoded(content: bytes, charset: str) -> str:
    """Return bytes as text: in the charset they claim, else in UTF-8, else in what Windows writes.

    What claims to be Latin and reads as UTF-8 is UTF-8.

    >>> decoded("Kōchi".encode(), "us-ascii"), decoded(b"caf\\xe9", "utf-8"), decoded(b"a", "no")
    ('Kōchi', 'café', 'a')
    >>> decoded(b"Kyoto \\x96 Osaka", "iso-8859-1"), decoded("Kōchi".encode(), "iso-8859-1")
    ('Kyoto – Osaka', 'Kōchi')
    """
    for name in (charset, "utf-8"):
        try:
            codec = codecs.lookup(name) if name else None
            if codec is None or not codec._is_text_encoding or codec.name in NO_CHARSETS:
                continue
            if name == charset and codec.name in SINGLE and _is_utf_8(content):
                return content.decode()
            if codec.name not in LATIN:
                return content.decode(name)
            break
        except BROKEN:
            continue
    return content.decode("windows-1252", "replace")


def _is_utf_8(content: bytes) -> bool:
    try:
        return bool(content.decode())
    except UnicodeDecodeError:
        return False


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except BROKEN:
        return ""
