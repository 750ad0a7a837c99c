"""Times with their zone, for templates: {{ report.at|moment }} or {{ at|moment:"j F H:i" }}."""

from __future__ import annotations

from datetime import datetime

from django import template

from games.common.dates import DATETIME_FORMAT
from games.common.dates import format_datetime as in_words

register = template.Library()


@register.filter(expects_localtime=True)
def moment(at: datetime | None, form: str = DATETIME_FORMAT) -> str:
    """A time in the reader's zone, which is named; "" for none."""
    return in_words(at, form) if at else ""
