"""The calendar against a walk through the same days, a quarter of an hour at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.core.calendar import Budget, Calendar, Span, deadline, spent

STEP = timedelta(minutes=15)
NOTHING = timedelta(0)
# Half hours, three quarters, a clock that moves by half an hour, clocks that change at midnight.
ZONES = [
    "UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Havana", "Africa/Cairo", "Pacific/Kiritimati", "Atlantic/Azores",
]  # fmt: skip
AMSTERDAM = ZoneInfo("Europe/Amsterdam")

# In the weeks around both changes of the clock, north and south of the equator.
CHANGES = [
    datetime(2026, month, day, tzinfo=UTC) for month, day in [(3, 1), (4, 1), (10, 1), (11, 1)]
]
quarters = st.builds(
    lambda change, steps: change + steps * STEP,
    st.sampled_from(CHANGES),
    st.integers(0, 30 * 96),
)
moments = st.builds(lambda at, us: at + timedelta(microseconds=us), quarters, st.integers(0, 10**9))
zones = st.sampled_from([ZoneInfo(name) for name in ZONES])


@st.composite
def spans(draw: st.DrawFn, of: st.SearchStrategy[datetime] = quarters) -> list[Span]:
    """Spans that overlap, contain and touch each other, in any order; some are empty."""
    found: list[Span] = []
    for length in draw(st.lists(st.integers(0, 10 * 96), max_size=4)):
        starts = st.sampled_from([span.end for span in found]) | of if found else of
        start = draw(starts)
        found.append(Span(start, start + length * STEP))
    return draw(st.permutations(found))


calendars = st.builds(
    Calendar,
    zone=zones,
    weekends_off=st.booleans(),
    away=spans(),
    paused=spans(),
    nights_off=st.booleans(),
)
budgets = st.builds(
    lambda turn, bank: Budget(turn * STEP, bank * STEP), st.integers(1, 7 * 96), st.integers(0, 192)
)


def runs(at: datetime, calendar: Calendar) -> bool:
    """Whether the clock runs in the quarter of an hour after `at`, as a person would say."""
    local = at.astimezone(calendar.zone)
    weekend = calendar.weekends_off and local.weekday() in (5, 6)
    night = calendar.nights_off and not 8 <= local.hour < 22
    stopped = any(span.start <= at < span.end for span in (*calendar.away, *calendar.paused))
    return not weekend and not night and not stopped


@settings(max_examples=60)
@given(quarters, budgets, calendars)
def test_the_deadline_is_where_a_walk_with_a_watch_ends(
    start: datetime, budget: Budget, calendar: Calendar
) -> None:
    at, left = start, budget.total
    while left:
        left -= STEP if runs(at, calendar) else NOTHING
        at += STEP
    assert deadline(start=start, budget=budget, calendar=calendar) == at


@given(moments, budgets, calendars)
def test_the_budget_is_spent_at_the_deadline_and_not_before(
    start: datetime, budget: Budget, calendar: Calendar
) -> None:
    due = deadline(start=start, budget=budget, calendar=calendar)
    assert budget.total <= spent(start=start, end=due, calendar=calendar)
    before = due - timedelta(minutes=1)
    assert spent(start=start, end=before, calendar=calendar) < budget.total
    assert (due.tzinfo, due.second, due.microsecond) == (UTC, 0, 0)


@pytest.mark.slow
@given(quarters, quarters, calendars)
def test_time_that_was_spent_leads_back_to_where_it_was_spent(
    a: datetime, b: datetime, calendar: Calendar
) -> None:
    start, end = sorted((a, b))
    budget = Budget(spent(start=start, end=end, calendar=calendar))
    due = deadline(start=start, budget=budget, calendar=calendar)
    assert due <= end
    assert spent(start=due, end=end, calendar=calendar) == NOTHING


@given(moments, moments, moments, calendars)
def test_time_adds_up(a: datetime, b: datetime, c: datetime, calendar: Calendar) -> None:
    first, middle, last = sorted((a, b, c))
    parts = [(first, middle), (middle, last)]
    assert spent(start=first, end=last, calendar=calendar) == sum(
        (spent(start=start, end=end, calendar=calendar) for start, end in parts), NOTHING
    )
    assert spent(start=last, end=first, calendar=calendar) == NOTHING


@pytest.mark.slow
@given(moments, budgets, calendars, spans(moments))
def test_a_vacation_or_a_pause_never_costs_time(
    start: datetime, budget: Budget, calendar: Calendar, more: list[Span]
) -> None:
    longer = replace(calendar, away=(*calendar.away, *more))
    paused = replace(calendar, paused=(*calendar.paused, *more))
    due = deadline(start=start, budget=budget, calendar=longer)
    assert due >= deadline(start=start, budget=budget, calendar=calendar)
    assert due == deadline(start=start, budget=budget, calendar=paused)


@pytest.mark.slow
@given(moments, moments, budgets, calendars)
def test_who_is_asked_later_is_due_no_earlier(
    a: datetime, b: datetime, budget: Budget, calendar: Calendar
) -> None:
    first, second = sorted((a, b))
    assert deadline(start=first, budget=budget, calendar=calendar) <= deadline(
        start=second, budget=budget, calendar=calendar
    )


@pytest.mark.parametrize(
    ("start", "due"),
    [
        # Over a night, from within one, and up to the moment in which one begins.
        ("2026-11-18T21:30+01:00", "2026-11-19T08:30+01:00"),
        ("2026-11-19T01:15+01:00", "2026-11-19T09:00+01:00"),
        ("2026-11-18T21:00+01:00", "2026-11-18T22:00+01:00"),
        # The nights in which the clock changes are as free as any other.
        ("2026-03-28T21:30+01:00", "2026-03-29T08:30+02:00"),
        ("2026-10-24T21:30+02:00", "2026-10-25T08:30+01:00"),
    ],
)
def test_an_hour_goes_on_in_the_morning(start: str, due: str) -> None:
    found = deadline(
        start=datetime.fromisoformat(start),
        budget=Budget(timedelta(hours=1)),
        calendar=Calendar(AMSTERDAM, nights_off=True),
    )
    assert found == datetime.fromisoformat(due)


@pytest.mark.parametrize(
    ("start", "days", "due"),
    [
        # A weekend of 47 hours, and one of 49, is as free as any other.
        ("2026-03-27T12:00+01:00", 1, "2026-03-30T12:00+02:00"),
        ("2026-10-23T12:00+02:00", 1, "2026-10-26T12:00+01:00"),
        # Who is asked in the weekend has the whole time from Monday on.
        ("2026-11-21T15:00+01:00", 2, "2026-11-25T00:00+01:00"),
        # What runs out as the weekend begins is due then.
        ("2026-11-19T00:00+01:00", 2, "2026-11-21T00:00+01:00"),
    ],
)
def test_weekends_off_are_those_of_the_player(start: str, days: int, due: str) -> None:
    found = deadline(
        start=datetime.fromisoformat(start),
        budget=Budget(timedelta(days=days)),
        calendar=Calendar(AMSTERDAM, weekends_off=True),
    )
    assert found == datetime.fromisoformat(due)


def test_on_working_time_a_day_of_the_clock_has_24_hours_through_both_changes() -> None:
    """Without weekends off, the Dutch nights of 23 and 25 hours shift the hour on the wall."""
    for start, due in [
        ("2026-03-28T12:00+01:00", "2026-03-29T13:00+02:00"),
        ("2026-10-24T12:00+02:00", "2026-10-25T11:00+01:00"),
    ]:
        found = deadline(
            start=datetime.fromisoformat(start),
            budget=Budget(timedelta(days=1)),
            calendar=Calendar(AMSTERDAM),
        )
        assert found == datetime.fromisoformat(due)


def test_the_saturday_that_a_country_skipped_makes_a_short_weekend() -> None:
    """Kwajalein went from Friday 20 August 1993 straight to Sunday the 22nd."""
    friday = datetime(1993, 8, 20, 12, tzinfo=ZoneInfo("Pacific/Kwajalein"))
    monday = datetime(1993, 8, 23, tzinfo=ZoneInfo("Pacific/Kwajalein"))
    calendar = Calendar(ZoneInfo("Pacific/Kwajalein"), weekends_off=True)
    assert spent(start=friday, end=monday, calendar=calendar) == timedelta(hours=12)


def test_a_time_without_a_zone_is_refused() -> None:
    naive = datetime(2026, 11, 21, 12)  # noqa: DTZ001
    with pytest.raises(ValueError, match="zone"):
        deadline(start=naive, budget=Budget(timedelta(days=1)), calendar=Calendar(AMSTERDAM))
    with pytest.raises(ValueError, match="zone"):
        Span(naive, naive)


def test_spans_and_budgets_that_make_no_sense_are_refused() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    with pytest.raises(ValueError, match="ends before"):
        Span(noon, noon - STEP)
    with pytest.raises(ValueError, match="never negative"):
        Budget(timedelta(days=1), -STEP)
