"""Times as they stand in the hash chain: ISO 8601, UTC, closed by a Z."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp(at: datetime) -> str:
    """Gets the text of an aware time; microseconds are left out where there are none.

    >>> stamp(datetime(2026, 11, 21, 7, 30, tzinfo=UTC))
    '2026-11-21T07:30:00Z'
    """
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def read_stamp(text: str) -> datetime:
    """Gets the time of a text that :func:`stamp` could have written.

    :raises ValueError: if it is any other text.
    """
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or stamp(at) != text:
        raise ValueError(f"the time {text!r} is not in the form 2026-11-21T07:30:00Z")
    return at
