"""Times as text: the same moment is another text in each time zone and language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from games.common.dates import DateFormat, format_local

AT = datetime(2026, 11, 21, 23, 30, 12, 345, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "language", "text"),
    [
        ("UTC", "en", "Saturday 21 November 23:30"),
        ("Asia/Tokyo", "en", "Sunday 22 November 08:30"),
        ("UTC", "nl", "zaterdag 21 november 23:30"),
        ("Asia/Tokyo", "nl", "zondag 22 november 08:30"),
    ],
)
def test_a_time_that_others_have_read_is_told_in_the_zone_and_language_of_the_reader(
    zone: str, language: str, text: str
) -> None:
    for reader in ("Europe/Amsterdam", zone):
        with timezone.override(ZoneInfo(reader)), translation.override(language):
            told = format_local(AT, DateFormat.LONG_WEEKDAY_TIME)
    assert told == text


def test_times_of_one_minute_are_one_text_and_those_of_the_next_another() -> None:
    with timezone.override(UTC):
        texts = [format_local(AT + timedelta(seconds=on), DateFormat.TIME) for on in (0, 47, 48)]
    assert texts == ["23:30", "23:30", "23:31"]


@pytest.mark.parametrize("fold", [0, 1])
def test_the_hour_that_comes_twice_in_autumn_is_told_twice(fold: int) -> None:
    at = datetime(2026, 10, 25, fold, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/Amsterdam")):
        assert format_local(at, DateFormat.DAY_TIME).endswith("02:30")
