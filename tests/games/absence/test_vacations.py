"""Vacations: what they cost, what they move, and what nobody gets out of them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import Draw
from games.absence.vacations import (
    begin_vacation,
    days_left,
    days_spent,
    end_vacation,
    plan_vacation,
)
from games.clock.models import Vacation
from games.common.errors import Refused
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.thinning import cases

DAY = timedelta(days=1)
TODAY = date(2026, 11, 21)
AMSTERDAM = ZoneInfo("Europe/Amsterdam")


def plan(person: Person, first: int, last: int, now: datetime = NOW) -> Vacation:
    """Plan from one number of days after today to another."""
    return plan_vacation(person=person, first=TODAY + first * DAY, last=TODAY + last * DAY, now=now)


def due(game: Game, number: int = 0) -> datetime | None:
    return Seat.objects.get(game=game, number=number).due_at


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice is to move, until the 24th at half past eight in Amsterdam."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def test_open_deadlines_move_when_a_vacation_is_planned(game: Game, alice: Person) -> None:
    """Sunday to Tuesday: of the three days some 16 hours of Saturday are gone before."""
    plan(alice, 1, 3)
    assert due(game) == NOW + 6 * DAY
    entry = game.clock_entries.latest("pk")
    assert (entry.what, entry.before, entry.after) == ("vacation", NOW + 3 * DAY, NOW + 6 * DAY)


def test_a_vacation_that_begins_today_begins_now(game: Game, alice: Person) -> None:
    later = NOW + timedelta(hours=5)
    vacation = plan(alice, 0, 0, now=later)
    assert vacation.start == later
    assert vacation.until == datetime(2026, 11, 22, tzinfo=AMSTERDAM)
    assert due(game) == NOW + 3 * DAY + (vacation.until - later)


def test_others_and_games_that_forbid_it_are_not_moved(
    begin: Starter, alice: Person, bob: Person
) -> None:
    strict = begin(alice, bob, vacation_allowed=False)
    game = begin(alice, bob)
    plan(alice, 0, 4)
    assert due(strict) == due(game, 1) == NOW + 3 * DAY
    assert due(game) > NOW + 7 * DAY


def test_who_is_asked_while_away_has_the_whole_time_afterwards(game: Game, bob: Person) -> None:
    vacation = plan(bob, 0, 6)
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + DAY)
    assert due(game, 1) == vacation.until + 3 * DAY


def test_nobody_is_moved_for_who_is_away(game: Game, alice: Person, tick: Tick) -> None:
    plan(alice, 1, 9)
    swept = tick(days=8)
    assert (swept.played, swept.reminded) == (0, 0)


def test_a_vacation_that_ends_early_gives_its_days_back_but_not_those_begun(
    game: Game, alice: Person
) -> None:
    vacation = plan(alice, 1, 9)
    assert days_left(person=alice, year=2026) == 21
    end_vacation(person=alice, vacation=vacation.pk, now=NOW + 2 * DAY)
    assert days_left(person=alice, year=2026) == 28
    gone = NOW + 2 * DAY - datetime(2026, 11, 22, tzinfo=AMSTERDAM)
    assert due(game) == NOW + 3 * DAY + gone


def test_one_that_has_not_begun_is_given_up_for_nothing(game: Game, alice: Person) -> None:
    vacation = plan(alice, 1, 9)
    end_vacation(person=alice, vacation=vacation.pk, now=NOW)
    assert not Vacation.objects.exists()
    assert due(game) == NOW + 3 * DAY
    with pytest.raises(Refused, match="already over"):
        end_vacation(person=alice, vacation=vacation.pk, now=NOW)


def test_a_vacation_begins_early_and_the_days_until_then_are_paid_for(
    game: Game, alice: Person
) -> None:
    vacation = plan(alice, 5, 9)
    begun = begin_vacation(person=alice, vacation=vacation.pk, now=NOW)
    assert (begun.start, begun.until) == (NOW, vacation.until)
    assert days_left(person=alice, year=2026) == 20
    with pytest.raises(Refused, match="already begun"):
        begin_vacation(person=alice, vacation=begun.pk, now=NOW)


def test_nobody_touches_the_vacation_of_another(alice: Person, bob: Person) -> None:
    vacation = plan(alice, 5, 9)
    with pytest.raises(Refused):
        end_vacation(person=bob, vacation=vacation.pk, now=NOW)
    with pytest.raises(Refused):
        begin_vacation(person=bob, vacation=vacation.pk, now=NOW)


def test_vacations_that_overlap_or_touch_become_one_and_cost_each_day_once(alice: Person) -> None:
    plan(alice, 2, 5)
    plan(alice, 4, 8)
    plan(alice, 9, 9)
    merged = plan(alice, 1, 3)
    assert Vacation.objects.get() == merged
    assert days_left(person=alice, year=2026) == 21


def test_the_days_of_a_year_are_all_there_is(alice: Person) -> None:
    plan(alice, 0, 29)
    with pytest.raises(Refused, match="than you have left in 2026: 0"):
        plan(alice, 35, 35)
    # New year, new days.
    plan(alice, 41, 70)
    assert days_left(person=alice, year=2027) == 0


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [(-1, 3, "in the past"), (3, 2, "ends before"), (300, 400, "a year ahead")],
)
def test_past_backward_and_far_away_days_are_refused(
    alice: Person, first: int, last: int, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        plan(alice, first, last)


zones = st.sampled_from(
    ["Europe/Amsterdam", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Havana"]
)
deeds = st.lists(
    st.tuples(
        st.sampled_from(["plan", "plan", "begin", "end", "move"]),
        st.integers(-2, 40),
        st.integers(0, 40),
        st.integers(0, 60),
        zones,
    ),
    min_size=1,
    max_size=12,
)


@pytest.mark.slow
@settings(max_examples=cases(20, 60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds)
def test_nobody_gets_more_time_than_the_budget_whatever_they_do(
    people: object, deeds: list[tuple[str, int, int, int, str]]
) -> None:
    """Planning, overlapping, beginning, ending and moving about the world, as time goes by."""
    Person.objects.filter(email="erin@example.org").delete()
    person = people("Erin")
    at = NOW
    for deed, first, length, hours, zone in deeds:
        at += timedelta(hours=hours)
        known = Vacation.objects.filter(person=person, until__gt=at).first()
        before = _had(person, at)
        today = at.astimezone(person.zone).date()
        try:
            if deed == "plan":
                start = today + first * DAY
                plan_vacation(person=person, first=start, last=start + length * DAY, now=at)
            elif deed == "begin" and known:
                begin_vacation(person=person, vacation=known.pk, now=at)
            elif deed == "end" and known:
                end_vacation(person=person, vacation=known.pk, now=at)
            elif deed == "move":
                Person.objects.filter(pk=person.pk).update(timezone=zone)
                person.refresh_from_db()
        except Refused:
            pass
        # What has passed cannot be changed any more.
        assert _had(person, at) == before
        spans = list(Vacation.objects.filter(person=person).order_by("start"))
        assert all(one.until < other.start for one, other in pairwise(spans))
        for year in (2026, 2027):
            assert days_spent(year, spans) <= 30
            inside = sum((_in_year(span, year) for span in spans), timedelta())
            assert inside <= 30 * timedelta(hours=25) + timedelta(hours=26)


def _had(person: Person, at: datetime) -> timedelta:
    """How much vacation a person has had until a moment."""
    spans = Vacation.objects.filter(person=person, start__lt=at)
    return sum((min(span.until, at) - span.start for span in spans), timedelta())


def _in_year(span: Vacation, year: int) -> timedelta:
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    return max(min(span.until, last) - max(span.start, first), timedelta())
