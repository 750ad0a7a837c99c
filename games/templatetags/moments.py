"""Times with their zone, for templates: {{ report.at|moment }} or {{ at|moment:"j F H:i" }}."""

from __future__ import annotations

from datetime import datetime

from django import template

from games.language.moments import DATED
from games.language.moments import moment as in_words

register = template.Library()


@register.filter(expects_localtime=True)
def moment(at: datetime | None, form: str = DATED) -> str:
    """A time in the reader's zone, which is named; "" for none."""
    return in_words(at, form) if at else ""
