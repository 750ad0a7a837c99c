"""How fast somebody usually moves, in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import ngettext

HOUR = timedelta(hours=1)


def pace_words(median: timedelta | None) -> str:
    """Gets the time within which every other turn is made, rounded up; "" where nobody knows."""
    if median is None:
        return ""
    hours = max(1, -(-median // HOUR))
    if hours <= 36:
        return ngettext(
            "usually answers within %(count)d hour",
            "usually answers within %(count)d hours",
            hours,
        ) % {"count": hours}
    days = -(-hours // 24)
    return ngettext(
        "usually answers within %(count)d day", "usually answers within %(count)d days", days
    ) % {"count": days}
