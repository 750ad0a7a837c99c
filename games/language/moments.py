"""Dates and times for people: in the active time zone, which is named."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

DATED: Final = "j F Y, H:i"
"""The usual format, as Django writes formats of dates."""


def moment(at: datetime, form: str = DATED) -> str:
    """A time in the active zone with the short name of that zone: "21 November 2026, 08:30 CET"."""
    local = timezone.localtime(at)
    return f"{date_format(local, form)} {zone_name(local)}"


def zone_name(local: datetime) -> str:
    """The short name of a local time's zone, or its offset where it has no name of letters."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{name}"


def zone_note() -> str:
    """The sentence that stands beside a field for a date, with the IANA name of the active zone."""
    return _("Time zone: %(zone)s.") % {"zone": timezone.get_current_timezone_name()}
