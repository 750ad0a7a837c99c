"""A calendar as text (RFC 5545): as much as publishing moments in UTC needs (decision 51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from games.common.dates import utc_basic

LINE = 75
"""Octets of a line before it must be folded (section 3.1)."""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """A point of time in a calendar. ``uid`` is the same for as long as it means the same thing."""

    uid: str
    at: datetime
    summary: str
    description: str
    url: str


def write_calendar(
    *, name: str, maker: str, moments: Iterable[CalendarEvent], now: datetime
) -> bytes:
    """The text of a calendar; ``maker`` names the program as PRODID wants it."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{maker}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{escaped(name)}",
        f"X-WR-CALNAME:{escaped(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for moment in moments:
        lines += _event(moment, now)
    lines.append("END:VCALENDAR")
    return "".join(part + "\r\n" for line in lines for part in folded(line)).encode()


def escaped(text: str) -> str:
    r"""A text as a value (section 3.3.11).

    >>> print(escaped("a, b; c\nd \\"))
    a\, b\; c\nd \\
    """
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(text.splitlines())


def folded(line: str) -> Iterator[str]:
    """The pieces of a content line; no piece is too long, and no character is cut.

    >>> [len(piece) for piece in folded("x" * 150)]
    [75, 75, 2]
    """
    piece, size = "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > LINE:
            yield piece
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    yield piece


def _event(moment: CalendarEvent, now: datetime) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{moment.uid}",
        f"DTSTAMP:{utc_basic(now)}",
        f"DTSTART:{utc_basic(moment.at)}",
        f"SUMMARY:{escaped(moment.summary)}",
        f"DESCRIPTION:{escaped(moment.description)}",
        f"URL:{moment.url}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]
