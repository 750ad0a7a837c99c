"""A reminder that waits while its deadline moves: it never names the old one, and is not lost."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.absence.vacations import plan_vacation
from games.clock.actions.game_clock import pause_game, resume_game
from games.clock.actions.turn_time import extend_deadline
from games.notifications.mail.compose import compose_due
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.recalled import recall_mails

HALF = timedelta(days=1, hours=12)
DAY = timedelta(days=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox, tick: Tick) -> Game:
    """A game in which Alice has three days, half of which are gone: a reminder is written."""

    def play() -> int:
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        inbox(at=NOW)
        tick(days=1, hours=12)
        return game.pk

    return Game.objects.get(pk=recall_mails(inbox, "a reminder is written", play))


@pytest.mark.parametrize("stored", [False, True], ids=["notice", "stored mail"])
def test_a_pause_holds_a_reminder_that_has_not_left(
    stored: bool, game: Game, alice: Person, inbox: Inbox
) -> None:
    if stored:
        assert compose_due(now=NOW + HALF, limit=9) == 1
    pause_game(game=game, actor="director", now=NOW + HALF)
    for hours in (0, 1, 2, 12):
        assert inbox(alice, at=NOW + HALF + timedelta(hours=hours)) == []
    resume_game(game=game, actor="director", now=NOW + HALF + DAY)
    sent = [mail for hour in range(30) for mail in inbox(alice, at=_after(DAY, hour))]
    [mail] = sent
    # Half of three days is left, and three are to come.
    assert "25 Nov" in text_of(mail), text_of(mail)


@pytest.mark.parametrize("stored", [False, True], ids=["notice", "stored mail"])
def test_a_reminder_waits_as_long_as_a_vacation_that_began_before_it_left(
    stored: bool, game: Game, alice: Person, inbox: Inbox
) -> None:
    if stored:
        compose_due(now=NOW + HALF, limit=9)
    old = game.seats.get(number=0).due_at
    today = (NOW + HALF).date()
    plan_vacation(person=alice, first=today, last=today + 4 * DAY, now=NOW + HALF)
    new = game.seats.get(number=0).due_at
    assert new > old + 3 * DAY
    hours = range(0, 24 * 7, 2)
    sent_at = [hour for hour in hours if inbox(alice, at=_after(timedelta(), hour))]
    [hour] = sent_at
    assert abs(_after(timedelta(), hour) + HALF - new) < timedelta(hours=3)


def test_a_reminder_that_the_clock_writes_again_is_sent_once(
    game: Game, alice: Person, inbox: Inbox, tick: Tick
) -> None:
    extend_deadline(game=game, by=4 * DAY, actor="director", now=NOW + HALF)
    assert inbox(alice, at=NOW + HALF) == []
    assert tick(days=3, hours=12).reminded == 1
    assert len(inbox(alice, at=NOW + timedelta(days=3, hours=12))) == 1


def test_a_reminder_whose_deadline_stays_leaves_at_once(
    game: Game, alice: Person, inbox: Inbox
) -> None:
    [mail] = inbox(alice, at=NOW + HALF)
    assert "24 Nov" in text_of(mail), text_of(mail)


def _after(time: timedelta, hour: int) -> datetime:
    return NOW + HALF + time + timedelta(hours=hour)
