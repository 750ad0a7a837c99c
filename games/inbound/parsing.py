"""Open messages that anybody may have written, by Python's email package and within bounds.

The package takes seconds over what is nested deeply, or cut into thousands of parts: it is stopped
at the first part too many, before it has read on. Nothing else here raises.
"""

from __future__ import annotations

from collections.abc import Callable
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import Compat32, Policy
from typing import Final, cast

HEAD: Final = 64 * 1024
"""Headers end within this many bytes and lines, or the rest of them is not read."""
MAX_HEADER_LINES: Final = 1000
LONGEST_HEADER: Final = 4000
MAX_COPIES: Final = 5
"""Only this many headers of one name are read."""
MAX_LINES: Final = 10_000
"""This many lines of a message are read; what a person wrote is among them."""
MAX_HEADERS: Final = 1000
"""The largest number of headers of a message, with those of its parts."""
MAX_PARTS: Final = 50
DEEPEST: Final = 10
"""How many parts may have parts of their own, nested or side by side."""
# Errors that the email package is known to raise at headers that are beyond help.
BROKEN: Final = (
    MessageError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
)


class TooManyParts(Exception):
    """A message has more parts or headers than mail programs make, and was not read."""


class ShortHeaders(Compat32):
    """Cuts every header: the email package takes minutes over the parameters of a long one."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


POLICY: Final = ShortHeaders()


class _Counter:
    """A factory for the parts of one message, which counts them."""

    def __init__(self) -> None:
        self.parts = -1  # The parser makes one more, to see how it is done.
        self.nested = self.headers = 0

    def __call__(self, policy: Policy) -> _Part:
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise TooManyParts
        return _Part(policy, self)


class _Part(Message):
    """A part that tells its counter of its headers and, once, that it has parts of its own."""

    def __init__(self, policy: Policy, counter: _Counter) -> None:
        super().__init__(policy)
        self.counter = counter
        self.is_counted = False

    def set_raw(self, name: str, value: str) -> None:
        self.counter.headers += 1
        if self.counter.headers > MAX_HEADERS:
            raise TooManyParts
        super().set_raw(name, value)

    def get_content_maintype(self) -> str:
        kind = super().get_content_maintype()
        if kind in ("multipart", "message") and not self.is_counted:
            self.is_counted = True
            self.counter.nested += 1
            if self.counter.nested > DEEPEST:
                raise TooManyParts
        return kind


def open_message(raw: bytes) -> Message:
    """Open a message; an empty one where the email package cannot.

    :raises TooManyParts: if there are more parts or headers than will be read, or they nest too
        deeply.
    """
    try:
        return BytesParser(cast("Callable[[], Message]", _Counter()), policy=POLICY).parsebytes(
            _beginning(raw, MAX_LINES)
        )
    except BROKEN:
        return Message(POLICY)


def open_headers(raw: bytes) -> Message:
    """Open the headers of a message, and read nothing of its body."""
    try:
        return BytesHeaderParser(policy=POLICY).parsebytes(_beginning(raw[:HEAD], MAX_HEADER_LINES))
    except BROKEN:
        return Message(POLICY)


def header(message: Message, name: str) -> str:
    """Read the first header of a name: in Unicode, in one line, cut to a sensible length."""
    return next(iter(headers(message, name)), "")


def headers(message: Message, name: str) -> list[str]:
    """Read all headers of a name, each as :func:`header` does."""
    try:
        values = message.get_all(name, [])[:MAX_COPIES]
    except BROKEN:
        return []
    return [_in_unicode(value) for value in values]


def _in_unicode(value: object) -> str:
    try:
        text = str(make_header(decode_header(str(value))))
    except BROKEN:
        return ""
    return " ".join(text.split())[:1000]


def _beginning(raw: bytes, lines: int) -> bytes:
    """Cut a message after n lines, with any line ending."""
    if raw.count(b"\n") + raw.count(b"\r") <= lines:
        return raw
    return b"".join(raw.splitlines(keepends=True)[:lines])
