"""Sentences of the events that the site itself logs (type table.*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.common import event_types
from games.common.dates import DateFormat, format_datetime
from games.common.durations import count_minutes, describe_turn
from games.language.lexicon import OUR_ENGLISH, say

Data = Mapping[str, Any]


def describe_table_event(
    type_: str, data: Data, *, names: Sequence[str], seat: int | None = None
) -> str | None:
    """The line of an event of the table, or None where there is nothing to tell.

    In the active language and time zone; ``seat`` is the reader's, None for a spectator.
    """
    about = data["seats"] if "seats" in data else [data.get("seat")]
    shortened = type_ == event_types.DEADLINE_SHORTENED
    yours = seat is not None and (seat in about if shortened else about == [seat])
    gaps: dict[str, Any] = {
        **data,
        "name": ", ".join(names[one] for one in about if one is not None),
        **{key: _short_datetime(data[key]) for key in ("since", "until") if data.get(key)},
    }
    if type_ == event_types.CLOCK_SWITCHED:
        gaps["turn"] = describe_turn(data["days_per_turn"], data.get("hours_per_turn", 0))
    if type_ == event_types.EVENING_BEGAN:
        gaps["time"] = count_minutes(data["minutes"])
    if yours and shortened:
        gaps["due"] = _short_datetime(data["due"][str(seat)])
    until = data.get("until") and "until"
    cases = ("you" if yours else None, data.get("by"), data.get("deed"), data.get("why"), until)
    for message in (*(f"{type_}.{case}" for case in cases if case), type_):
        if message in OUR_ENGLISH.sentences:
            return say(message, **gaps)
    return None


def _short_datetime(stamp: str) -> str:
    return format_datetime(datetime.fromisoformat(stamp), DateFormat.MONTH_TIME)
