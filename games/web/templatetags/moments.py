"""Times for templates: {{ report.at|moment }} names the zone, {{ at|local:"SHORT_DATE" }} does not.

The argument is the name of a :class:`games.common.dates.DateFormat`.
"""

from __future__ import annotations

from datetime import datetime

from django import template

from games.common.dates import DateFormat, format_datetime, format_local

register = template.Library()


@register.filter(expects_localtime=True)
def moment(at: datetime | None, form: str = "FULL") -> str:
    """A time in the reader's zone, which is named; "" for none."""
    return format_datetime(at, DateFormat[form])


@register.filter(expects_localtime=True)
def local(at: datetime | None, form: str = "DATE") -> str:
    """A time or date in the reader's zone, which is not named; "" for none."""
    return format_local(at, DateFormat[form]) if at else ""
