"""Dates and times as text: for people in the active time zone, for records in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

from django.db.models import Min, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
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


def utc_basic(at: datetime) -> str:
    """The basic form of a time in UTC, as calendars write it (RFC 5545).

    >>> utc_basic(datetime(2026, 11, 21, 7, 30, tzinfo=UTC))
    '20261121T073000Z'
    """
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def earliest(*times: datetime | None) -> datetime | None:
    """The first of some times; None where there is none."""
    return min((at for at in times if at is not None), default=None)


def first_time(rows: QuerySet[Any], column: str) -> datetime | None:
    """The first time in a column of some rows; None where there is none."""
    # Said so that the database finds the index of the rows that have one.
    some = rows.filter(**{f"{column}__isnull": False})
    first: datetime | None = some.aggregate(first=Min(column))["first"]
    return first


class DateFormat(StrEnum):
    """Every format in which people read dates, as Django writes formats."""

    FULL = "j F Y, H:i"
    FULL_PLAIN = "j F Y H:i"
    MONTH_TIME = "j F H:i"
    SHORT_MONTH_TIME = "j M H:i"
    WEEKDAY_TIME = "D j N H:i"
    DAY_TIME = "j N H:i"
    LONG_WEEKDAY_TIME = "l j F H:i"
    LONG_WEEKDAY_DATE = "l j F Y"
    TIME = "H:i"
    DATE = "j F Y"
    SHORT_DATE = "j M Y"
    SHORT_DAY = "j M"
    ABBREVIATED_DATE = "j N Y"


def format_datetime(at: datetime | None, form: DateFormat = DateFormat.FULL) -> str:
    """A time in the active zone with the short name of that zone: "21 November 2026, 08:30 CET";
    "" for None.
    """
    return f"{format_local(at, form)} {zone_name(timezone.localtime(at))}" if at else ""


def format_local(at: datetime, form: DateFormat = DateFormat.DATE) -> str:
    """A time or date in the active zone, which is not named: "21 November 2026"."""
    # Whole minutes, as no format says seconds: many events and readers share them.
    local = timezone.localtime(at).replace(second=0, microsecond=0, tzinfo=None)
    return _written(local, form, get_language())


@lru_cache(maxsize=4096)
def _written(local: datetime, form: DateFormat, language: str | None) -> str:
    """A time without a zone in the active ``language``."""
    return date_format(local, form)


def zone_name(local: datetime) -> str:
    """The short name of a local time's zone, or its offset where it has no name of letters."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{name}"


def full_moment(at: datetime) -> str:
    """A time in words: "Tuesday 24 November 2026, 14:05 (CET, Europe/Amsterdam)"."""
    return _("%(day)s, %(time)s (%(short)s, %(zone)s)") % {
        "day": format_local(at, DateFormat.LONG_WEEKDAY_DATE),
        "time": format_local(at, DateFormat.TIME),
        "short": zone_name(timezone.localtime(at)),
        "zone": timezone.get_current_timezone_name(),
    }


def zone_hint() -> str:
    """The sentence beside a field for a date, with the IANA name of the active zone."""
    return _("Time zone: %(zone)s.") % {"zone": timezone.get_current_timezone_name()}
