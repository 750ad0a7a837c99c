"""Durations in words, in the active language: "2 days 4 hours", "1 day 20 hours left"."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE: Final = timedelta(minutes=1)


def count_days(count: int) -> str:
    """A number of days: "2 days"."""
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}


def count_hours(count: int) -> str:
    """A number of hours: "1 hour"."""
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def count_minutes(count: int) -> str:
    """A number of minutes: "30 minutes"."""
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def count_turn(days: int, hours: int) -> str:
    """The time for a turn, in hours if there are any: "3 days"."""
    return count_hours(hours) if hours else count_days(days)


def describe_turn(days: int, hours: int) -> str:
    """The time for each turn: "3 days per turn"."""
    return _("%(time)s per turn") % {"time": count_turn(days, hours)}


def describe_duration(time: timedelta) -> str:
    """A time in its largest unit and the next one: "2 days 4 hours", "5 hours 20 minutes"."""
    hours, minutes = divmod(int(time / MINUTE), 60)
    days, hours = divmod(hours, 24)
    words = [count_days(days)] if days else []
    if hours:
        words.append(count_hours(hours))
    if minutes and not days:
        words.append(count_minutes(minutes))
    return " ".join(words) or count_minutes(0)


def time_left(due: datetime, now: datetime) -> str:
    """The time until a deadline, as pages and mails say it: "1 day 20 hours left"."""
    if now >= due:
        return _("time is up")
    if due - now < MINUTE:
        return _("less than a minute left")
    return _("%(span)s left") % {"span": describe_duration(due - now)}
