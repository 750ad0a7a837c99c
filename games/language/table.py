"""Log lines of the table: events that the rules do not know (``table.*``), told by the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

Data = Mapping[str, Any]


def describe_table(
    type_: str, data: Data, *, names: Sequence[str], seat: int | None = None
) -> str | None:
    """Gets the line of an event of the table, or None where there is nothing to tell.

    In the active language and time zone; ``seat`` is the reader's, None for a spectator.
    """
    line = LINES.get(type_)
    return line(data, names, seat) if line else None


def _deadline_missed(data: Data, names: Sequence[str], seat: int | None) -> str:
    if data["seat"] == seat:
        return _("Your time ran out, and the clock moved for you.")
    return _("The time of %(name)s ran out, and the clock moved.") % {"name": names[data["seat"]]}


def _deadlines_moved(data: Data, names: Sequence[str], seat: int | None) -> str:
    return _(
        "The clock stood still from %(since)s to %(until)s, and all deadlines moved by as much."
    ) % {"since": _moment(data["since"]), "until": _moment(data["until"])}


def _moment(stamp: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(stamp)), "j F H:i")


LINES: Mapping[str, Callable[[Data, Sequence[str], int | None], str]] = {
    "table.deadline_missed": _deadline_missed,
    "table.deadlines_moved": _deadlines_moved,
}
