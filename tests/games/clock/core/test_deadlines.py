from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Draw
from games.clock.core import deadlines
from games.clock.core.calendar import Calendar, Span, spent
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.scheduler.sweep import sweep
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all


def due(game: Game, seat: int) -> datetime | None:
    return Seat.objects.get(game=game, number=seat).due_at


def test_a_turn_has_as_many_times_24_hours_as_the_game_has_days(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, days_per_turn=2)
    assert due(game, 0) == due(game, 1) == NOW + timedelta(days=2)


def test_weekends_do_not_count_where_the_game_says_so(
    begin: Starter, alice: Person, bob: Person
) -> None:
    """Now is a Saturday. Each player has the weekend of the place where the player lives."""
    bob.timezone = "America/New_York"
    bob.save()
    game = begin(alice, bob, days_per_turn=2, weekends_off=True)
    assert due(game, 0) == datetime(2026, 11, 24, 23, 0, tzinfo=UTC)
    assert due(game, 1) == datetime(2026, 11, 25, 5, 0, tzinfo=UTC)


def test_who_moves_later_has_a_deadline_of_the_own_calendar(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob, days_per_turn=1, weekends_off=True)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"), now=datetime(2026, 11, 27, 12, tzinfo=UTC))
    assert due(game, 1) == datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_bots_have_no_weekend_and_need_none(alice: Person, db: None) -> None:
    game = create_game(
        organiser=alice,
        options=GameOptions(board="usa", seats=2, bots=["random"], weekends_off=True),
        now=NOW,
    )
    assert due(game, 0) == datetime(2026, 11, 24, 23, 0, tzinfo=UTC) + timedelta(days=1)


def test_an_outage_gives_back_only_what_would_have_counted(
    begin: Starter, alice: Person, bob: Person
) -> None:
    """From Saturday to Monday at six in UTC: in Amsterdam that is seven hours of Monday."""
    game = begin(alice, bob, days_per_turn=2, weekends_off=True)
    before = due(game, 0)
    assert before
    sweep(now=NOW)
    assert sweep(now=datetime(2026, 11, 23, 6, tzinfo=UTC)).moved == 1
    assert due(game, 0) == before + timedelta(hours=7)


def test_nobody_is_moved_for_in_a_weekend_that_does_not_count(
    begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    game = begin(alice, bob, days_per_turn=1, weekends_off=True)
    assert tick(days=1.6).played == 0
    assert game.seats.filter(due_at__isnull=False).count() == 2
    assert tick(days=2.7).played == 2


moments = st.datetimes(
    min_value=datetime(2026, 1, 1),  # noqa: DTZ001
    max_value=datetime(2027, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)


@given(
    moments,
    st.integers(1, 14),
    st.integers(0, 20 * 24),
    st.booleans(),
    st.lists(st.tuples(moments, st.integers(1, 60 * 24 * 60)), max_size=3),
)
def test_reminders_come_at_half_and_at_a_tenth_of_the_time_that_counts(
    start: datetime, days: int, bank: int, weekends_off: bool, away: list[tuple[datetime, int]]
) -> None:
    """Wound forward from reminder to reminder, as the sweep does it."""
    game = Game(days_per_turn=days, bank_cap_hours=bank, weekends_off=weekends_off)
    seat = Seat(bank=timedelta(hours=bank))
    spans = [Span(at, at + timedelta(minutes=minutes)) for at, minutes in away]
    calendar = Calendar(ZoneInfo("Europe/Amsterdam"), weekends_off, spans)
    deadlines.open_turn(game=game, seat=seat, calendar=calendar, now=start)
    left = []
    while seat.remind_at is not None:
        at = seat.remind_at
        assert start < at < seat.due_at
        left.append(spent(start=at, end=seat.bank_from or seat.due_at, calendar=calendar))
        deadlines.mark_reminded(game=game, seat=seat, calendar=calendar, now=at)
    turn = timedelta(days=days)
    assert len(left) == (3 if bank else 2)
    for found, wanted in zip(left, (turn / 2, turn / 10), strict=False):
        assert abs(found - wanted) <= timedelta(minutes=1)
    if bank:
        assert left[2] == timedelta()
        assert spent(start=seat.bank_from, end=seat.due_at, calendar=calendar) >= timedelta(
            hours=bank, minutes=-1
        )


@given(moments, st.integers(1, 14), st.lists(st.integers(0, 14 * 24 * 60), max_size=5))
def test_to_count_a_deadline_again_changes_nothing(
    start: datetime, days: int, later: list[int]
) -> None:
    game, seat = Game(days_per_turn=days), Seat()
    calendar = Calendar(ZoneInfo("UTC"))
    deadlines.open_turn(game=game, seat=seat, calendar=calendar, now=start)
    due = seat.due_at
    for minutes in sorted(later):
        now = start + timedelta(minutes=minutes)
        deadlines.set_deadline(game=game, seat=seat, calendar=calendar, now=now)
        assert seat.due_at == due
        first = seat.remind_at
        deadlines.set_deadline(game=game, seat=seat, calendar=calendar, now=now)
        assert seat.remind_at == first
