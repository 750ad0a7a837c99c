"""A vacation that begins by itself, in place of the first automatic move."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.actions import Draw
from games.absence.vacations import days_left, end_vacation, plan_vacation
from games.clock.models import Miss, Vacation
from games.log.models import Event
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import text_of

DAY = timedelta(days=1)
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
# Four days of which the first, Tuesday the 24th, has begun when the time runs out.
BACK = datetime(2026, 11, 28, tzinfo=AMSTERDAM)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob, auto_vacation_days=4)
    keep_all(game, 0, 1)
    return game


def test_who_runs_out_of_time_is_sent_on_vacation_before_the_clock_moves(
    game: Game, alice: Person, tick: Tick
) -> None:
    swept = tick(days=3)
    assert (swept.away, swept.played) == (1, 0)
    vacation = Vacation.objects.get(person=alice)
    assert (vacation.until, vacation.automatic) == (BACK, True)
    assert days_left(person=alice, year=2026) == 26
    seat = Seat.objects.get(game=game, number=0)
    assert seat.due_at == BACK + timedelta(minutes=1)
    assert not Miss.objects.exists()


def test_the_story_and_a_mail_tell_of_it(
    game: Game, alice: Person, tick: Tick, inbox: object
) -> None:
    tick(days=3)
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.actor) == ("table.away", "clock")
    assert event.data["until"] == "2026-11-27T23:00:00Z"
    (notice,) = Notice.objects.filter(kind=NoticeKind.AWAY)
    assert notice.person == alice
    mail = inbox(alice, at=NOW + 3 * DAY)[-1]
    assert "a vacation has begun for you" in text_of(mail)
    assert "/settings/vacation/" in text_of(mail)


def test_it_happens_once_an_absence(game: Game, alice: Person, tick: Tick) -> None:
    tick(days=3)
    swept = tick(days=7)
    assert (swept.away, swept.played) == (0, 1)
    act(game, 1, Draw("blind"), Draw("blind"), now=NOW + 7 * DAY)
    assert tick(days=10).played == 1


def test_after_a_move_of_ones_own_it_may_happen_again(
    game: Game, alice: Person, tick: Tick
) -> None:
    tick(days=3)
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + 4 * DAY)
    end_vacation(person=alice, vacation=Vacation.objects.get().pk, now=NOW + 4 * DAY)
    act(game, 1, Draw("blind"), Draw("blind"), now=NOW + 4 * DAY)
    assert tick(days=7).away == 1


def test_who_has_no_days_left_is_moved_for(game: Game, alice: Person, tick: Tick) -> None:
    today = NOW.date()
    plan_vacation(person=alice, first=today + 11 * DAY, last=today + 40 * DAY, now=NOW)
    Vacation.objects.update(until=datetime(2026, 12, 31, 12, tzinfo=AMSTERDAM))
    assert days_left(person=alice, year=2026) == 0
    swept = tick(days=3)
    assert (swept.away, swept.played) == (0, 1)


def test_the_last_days_are_taken_where_not_all_are_left(
    game: Game, alice: Person, tick: Tick
) -> None:
    today = NOW.date()
    plan_vacation(person=alice, first=today + 12 * DAY, last=today + 40 * DAY, now=NOW)
    assert days_left(person=alice, year=2026) == 1
    assert tick(days=3).away == 1
    assert Vacation.objects.earliest("start").until == datetime(2026, 11, 25, tzinfo=AMSTERDAM)


@pytest.mark.parametrize("policy", [{}, {"auto_vacation_days": 4, "vacation_allowed": False}])
def test_a_game_may_have_none_of_it(
    begin: Starter, alice: Person, bob: Person, tick: Tick, policy: dict[str, object]
) -> None:
    game = begin(alice, bob, **policy)
    keep_all(game, 0, 1)
    swept = tick(days=3)
    assert (swept.away, swept.played) == (0, 1)


def test_the_other_games_of_the_person_stand_still_as_well(
    game: Game, begin: Starter, alice: Person, bob: Person, tick: Tick
) -> None:
    other = begin(alice, bob, days_per_turn=5)
    tick(days=3)
    away = BACK - (NOW + 3 * DAY)
    assert Seat.objects.get(game=other, number=0).due_at == NOW + 5 * DAY + away
    assert Seat.objects.get(game=other, number=1).due_at == NOW + 5 * DAY


def test_a_deadline_that_nobody_counted_again_is_counted_before_it_is_enforced(
    game: Game, alice: Person, tick: Tick
) -> None:
    """As if the process that planned the vacation had been killed before this game's turn came."""
    Vacation.objects.create(
        person=alice, start=NOW, until=NOW + 9 * DAY, zone="Europe/Amsterdam", made_at=NOW
    )
    swept = tick(days=3)
    assert (swept.away, swept.played, swept.reminded) == (0, 0, 0)
    assert Seat.objects.get(game=game, number=0).due_at == NOW + 12 * DAY
