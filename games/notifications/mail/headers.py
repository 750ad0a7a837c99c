"""Header fields, written whole here and never folded again by the email package.

The package takes whatever it does not parse for free text. There a long address becomes an encoded
word (RFC 2047), which no program may decode inside ``<...>``: nobody could unsubscribe any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.header import Header
from email.policy import EmailPolicy
from typing import Any, Final

from django.utils.encoding import punycode

WIDTH: Final = 78
"""RFC 5322, section 2.1.1: a line should have no more characters."""
EOL: Final = "\r\n"
ATEXT: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
DOT_ATOM: Final = re.compile(rf"{ATEXT}(\.{ATEXT})*")
PHRASE: Final = re.compile(rf"{ATEXT}( {ATEXT})*")
QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
OF_MIME: Final = frozenset({"content-type", "content-disposition", "content-transfer-encoding"})
"""Fields that the email package writes and folds well by itself."""


class AsWritten(EmailPolicy):
    """Store a field with the folds that it was given, and write it so."""

    def header_store_parse(self, name: str, value: Any) -> tuple[str, Any]:
        if name.lower() in OF_MIME or hasattr(value, "name"):
            return super().header_store_parse(name, value)
        return name, value

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name.lower() in OF_MIME or hasattr(value, "name"):
            return super().fold_binary(name, value)
        return f"{name}: {value}{EOL}".encode("ascii")


# RFC 2047 words and quoted-printable keep every line short and in ASCII: any server takes it.
POLICY: Final = AsWritten(linesep=EOL, max_line_length=WIDTH, cte_type="7bit")


def text(value: str, *, name: str) -> str:
    """Free text for the field of this name, such as a subject.

    >>> text("Kyōto", name="Subject")
    '=?utf-8?b?S3nFjXRv?='
    """
    charset = "us-ascii" if value.isascii() else "utf-8"
    words = Header(" ".join(value.split()), charset, maxlinelen=WIDTH, header_name=name)
    return words.encode(linesep=EOL)


def phrase(value: str, *, name: str) -> str:
    """A name before an address: as it is, quoted or encoded, as it needs (RFC 5322, RFC 2047).

    >>> phrase("Ann", name="To"), phrase("Ann, the", name="To"), phrase("Zoë", name="To")
    ('Ann', '"Ann, the"', '=?utf-8?q?Zo=C3=AB?=')
    """
    # A person called "=?utf-8?…?=" must not be read as something else.
    if not value.isascii() or "=?" in value:
        return Header(value, "utf-8", maxlinelen=WIDTH, header_name=name).encode(linesep=EOL)
    if PHRASE.fullmatch(value):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def mailbox(display: str, address: str, *, name: str) -> str:
    """An address with a name before it, for the field of this name.

    >>> mailbox("Ann", "ann@bücher.example", name="To")
    'Ann <ann@xn--bcher-kva.example>'
    """
    bare = addr_spec(address)
    if not display:
        return bare
    return in_lines(name, (phrase(display, name=name), f"<{bare}>"))


def addr_spec(address: str) -> str:
    """A mail address in ASCII: the host in Punycode, the local part quoted where it must be.

    >>> addr_spec("a..b@example.org")
    '"a..b"@example.org'
    """
    local, _at, host = address.rpartition("@")
    if not DOT_ATOM.fullmatch(local) and not QUOTED.fullmatch(local):
        local = '"' + re.sub(r'(["\\])', r"\\\1", local) + '"'
    return f"{local}@{punycode(host)}"


def ids(values: Iterable[str]) -> str:
    """Message-IDs in one line: there are programs that find no thread by ids in several."""
    return " ".join(value for value in values if value)


def in_lines(name: str, parts: Iterable[str]) -> str:
    """Parts with a space between them, each on a line of its own where the line would be too long.

    >>> in_lines("List-Unsubscribe", [f"<{'x' * 70}>,", "<mailto:a@b.example>"]).count("\\r\\n ")
    1
    """
    first, *others = parts
    value = first
    free = WIDTH - len(f"{name}: {first}".rpartition(EOL)[2])
    for part in others:
        if len(part) + 1 > free:
            value += EOL
            free = WIDTH
        value += " " + part
        free -= len(part) + 1
    return value
