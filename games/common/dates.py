"""Dates and times as text: for people in the active time zone, for records in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


def stamp(at: datetime) -> str:
    """The text of an aware time; microseconds are left out where there are none.

    >>> stamp(datetime(2026, 11, 21, 7, 30, tzinfo=UTC))
    '2026-11-21T07:30:00Z'
    """
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def parse_stamp(text: str) -> datetime:
    """The time of a text that :func:`stamp` could have written.

    :raises ValueError: if it is any other text.
    """
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or stamp(at) != text:
        raise ValueError(f"the time {text!r} is not in the form 2026-11-21T07:30:00Z")
    return at


DATETIME_FORMAT: Final = "j F Y, H:i"
"""The usual format, as Django writes formats of dates."""


def format_datetime(at: datetime, form: str = DATETIME_FORMAT) -> str:
    """A time in the active zone with the short name of that zone: "21 November 2026, 08:30 CET"."""
    local = timezone.localtime(at)
    return f"{date_format(local, form)} {zone_name(local)}"


def zone_name(local: datetime) -> str:
    """The short name of a local time's zone, or its offset where it has no name of letters."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{name}"


def zone_hint() -> str:
    """The sentence that stands beside a field for a date, with the IANA name of the active zone."""
    return _("Time zone: %(zone)s.") % {"zone": timezone.get_current_timezone_name()}
