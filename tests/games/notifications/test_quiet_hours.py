"""Quiet hours over zones, across midnight and both DST changes."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notifications.quiet_hours import QuietHours

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
HOUR = timedelta(hours=1)

zones = st.sampled_from(
    ["Europe/Amsterdam", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
).map(ZoneInfo)
quiets = st.builds(QuietHours, st.times(), st.times(), zones)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)).map(  # noqa: DTZ001
    lambda at: at.replace(tzinfo=UTC)
)


def at(text: str) -> datetime:
    """A time of Amsterdam in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=AMSTERDAM).astimezone(UTC)


@given(quiets, moments)
def test_what_is_kept_back_leaves_within_a_day_and_never_while_it_is_quiet(
    quiet: QuietHours, now: datetime
) -> None:
    leaves = quiet.over_at(now)
    assert now <= leaves <= now + 26 * HOUR
    assert not quiet.covers(leaves)


@given(quiets, moments)
def test_nothing_is_kept_back_while_it_is_not_quiet(quiet: QuietHours, now: datetime) -> None:
    if not quiet.covers(now):
        assert quiet.over_at(now) == now


@given(quiets, moments)
def test_quiet_hours_begin_when_they_cover_and_not_before(quiet: QuietHours, now: datetime) -> None:
    begins = quiet.next_at(now)
    if begins is None:
        assert quiet.begins == quiet.ends
    else:
        assert begins > now
        assert quiet.covers(begins)


@pytest.mark.parametrize(
    ("begins", "ends", "now", "leaves"),
    [
        (time(22), time(7), "2026-11-21T23:00", "2026-11-22T07:00"),
        (time(22), time(7), "2026-11-21T06:59", "2026-11-21T07:00"),
        (time(13), time(14), "2026-11-21T13:30", "2026-11-21T14:00"),
        (time(22), time(7), "2026-11-21T07:00", "2026-11-21T07:00"),
        # The clocks go back on 25 October 2026 and forward on 28 March 2027.
        (time(22), time(7), "2026-10-24T23:00", "2026-10-25T07:00"),
        (time(22), time(7), "2027-03-27T23:00", "2027-03-28T07:00"),
        # Half past two does not exist on that day: the clock shows half past three instead.
        (time(22), time(2, 30), "2027-03-27T23:00", "2027-03-28T03:30"),
    ],
)
def test_quiet_hours_are_local_hours(begins: time, ends: time, now: str, leaves: str) -> None:
    assert QuietHours(begins, ends, AMSTERDAM).over_at(at(now)) == at(leaves)


def test_the_hour_that_comes_twice_is_quiet_twice() -> None:
    quiet = QuietHours(time(2), time(2, 30), AMSTERDAM)
    first = at("2026-10-25T02:10")
    second = first + HOUR
    assert quiet.over_at(first) == first + HOUR / 3
    assert quiet.over_at(second) == second + HOUR / 3
