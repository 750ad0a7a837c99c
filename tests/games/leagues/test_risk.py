"""Which games miss the last day, counted from nothing but the length of their logs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.risk import LONGEST, pace

START = datetime(2027, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def test_a_game_that_is_half_played_after_ten_days_ends_after_twenty() -> None:
    done, ends = pace(started_at=START, events=110, first=10, typical=210, now=START + 10 * DAY)
    assert done == 0.5
    assert ends == START + 20 * DAY


def test_a_game_that_has_not_begun_to_move_never_ends() -> None:
    assert pace(started_at=START, events=10, first=10, typical=200, now=START + DAY) == (
        0.0,
        START + LONGEST,
    )


@given(st.integers(0, 2000), st.integers(0, 30), st.integers(1, 900), st.integers(0, 400))
def test_the_part_that_is_played_lies_between_nothing_and_nearly_all(
    events: int, first: int, typical: int, days: int
) -> None:
    now = START + days * DAY
    done, ends = pace(started_at=START, events=events, first=first, typical=typical, now=now)
    assert 0 <= done < 1
    assert ends >= START
