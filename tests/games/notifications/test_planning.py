"""When mails leave: after the delay that a person wishes, outside quiet hours, never doubled."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from pytest_django import Settings

from engine.actions import Draw
from games.notifications import nudges
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.notifications.quiet_hours import warn_before_quiet_hours
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.recalled import recall_mails

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
# NOW is half past eight in the morning, in Amsterdam.
EVENING = NOW.replace(hour=21, minute=0)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Game:
    """A game that both have heard of; both are to choose tickets."""

    def play() -> int:
        game = begin(alice, bob)
        inbox()
        return game.pk

    return Game.objects.get(pk=recall_mails(inbox, "first mails", play))


def wish(person: Person, **wishes: object) -> None:
    NotificationPreferences.objects.update_or_create(person=person, defaults=wishes)


def test_who_moved_within_the_delay_gets_no_mail(game: Game, alice: Person, inbox: Inbox) -> None:
    wish(alice, delay=30)
    keep_all(game, 0, 1)
    assert inbox(alice, at=NOW + 29 * MINUTE) == []
    act(game, 0, Draw("blind"), Draw("blind"))
    assert inbox(alice, at=NOW + 31 * MINUTE) == []


def test_who_did_not_move_gets_the_mail_after_the_delay(
    game: Game, alice: Person, inbox: Inbox
) -> None:
    wish(alice, delay=30)
    keep_all(game, 0, 1)
    assert inbox(alice) == []
    (mail,) = inbox(alice, at=NOW + 30 * MINUTE)
    assert "It is your turn" in text_of(mail)


def test_a_game_that_waits_does_not_keep_another_one_from_being_told(
    game: Game, begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    other = begin(alice, bob)
    inbox()
    wish(alice, delay=30)
    keep_all(game, 0, 1)
    inbox(alice)
    keep_all(other, 0, 1)
    Notice.objects.filter(game=other, kind=NoticeKind.TURN).update(created_at=NOW + 20 * MINUTE)
    first = inbox(alice, at=NOW + 30 * MINUTE)
    second = inbox(alice, at=NOW + 50 * MINUTE)
    assert [game.code in mail["Subject"] for mail in first] == [True]
    assert [other.code in mail["Subject"] for mail in second] == [True]


def test_a_night_is_quiet_and_the_morning_tells_it(game: Game, alice: Person, inbox: Inbox) -> None:
    wish(alice, quiet_from=time(8), quiet_until=time(10))
    keep_all(game, 0, 1)
    assert inbox(alice) == []
    assert inbox(alice, at=NOW + HOUR) == []
    (mail,) = inbox(alice, at=NOW.replace(hour=9))
    assert "It is your turn" in text_of(mail)


def test_quiet_hours_leave_the_deadline_where_it_is(game: Game, alice: Person) -> None:
    wish(alice, quiet_from=time(8), quiet_until=time(10))
    keep_all(game, 0, 1)
    assert game.seats.get(number=0).due_at == NOW + timedelta(days=3)


@pytest.fixture
def due_at_night(game: Game, alice: Person, inbox: Inbox) -> Game:
    """A turn of Alice's that runs out at three at night; she sleeps from eleven to eight."""
    wish(alice, quiet_from=time(23), quiet_until=time(8))
    keep_all(game, 0, 1)
    assert len(inbox(alice)) == 1
    game.seats.filter(number=0).update(due_at=NOW.replace(day=22, hour=2))
    return game


@pytest.mark.usefixtures("due_at_night")
def test_a_deadline_in_the_night_is_warned_of_before_it_begins(alice: Person, inbox: Inbox) -> None:
    assert inbox(alice, at=EVENING - MINUTE) == []
    (mail,) = inbox(alice, at=EVENING + 5 * MINUTE)
    assert "It is still your turn" in text_of(mail)
    assert "until Sunday 22 November 2026, 03:30" in text_of(mail)
    assert inbox(alice, at=EVENING + 30 * MINUTE) == []


def test_who_moved_is_not_warned(due_at_night: Game, alice: Person, inbox: Inbox) -> None:
    act(due_at_night, 0, Draw("blind"), Draw("blind"))
    assert inbox(alice, at=EVENING + 5 * MINUTE) == []


def test_who_holds_a_move_is_not_warned(due_at_night: Game) -> None:
    due_at_night.seats.filter(number=0).update(held_until=EVENING + 10 * MINUTE)
    assert warn_before_quiet_hours(now=EVENING + 5 * MINUTE) == 0
    due_at_night.seats.filter(number=0).update(held_until=None)
    assert warn_before_quiet_hours(now=EVENING + 5 * MINUTE) == 1


def test_a_deadline_after_the_night_needs_no_warning(
    due_at_night: Game, alice: Person, inbox: Inbox
) -> None:
    due_at_night.seats.filter(number=0).update(due_at=NOW.replace(day=22, hour=15))
    assert inbox(alice, at=EVENING + 5 * MINUTE) == []


def test_a_nudge_is_a_mail_that_says_who_waits(
    game: Game, alice: Person, bob: Person, inbox: Inbox
) -> None:
    keep_all(game, 0, 1)
    inbox()
    bobs = game.seats.get(person=bob)
    nudges.nudge(game=game, by=bobs, number=0, now=NOW + 13 * HOUR)
    (mail,) = inbox(at=NOW + 13 * HOUR)
    assert mail["To"] == "Alice <alice@example.org>"
    assert "Bob is waiting for you and asks you to move." in text_of(mail)
    assert mail["Reply-To"]


def test_who_holds_a_move_is_not_told_of_the_turn(game: Game, alice: Person, inbox: Inbox) -> None:
    keep_all(game, 0, 1)
    game.seats.filter(person=alice).update(held_until=NOW + 10 * MINUTE)
    assert inbox(alice) == []


def test_who_has_chosen_nothing_hears_after_the_delay_of_the_site(
    game: Game, alice: Person, bob: Person, inbox: Inbox, settings: Settings
) -> None:
    settings.MAIL_DELAY = 5
    wish(bob, delay=0)
    keep_all(game, 0, 1)
    assert inbox(at=NOW + 4 * MINUTE) == []
    (mail,) = inbox(at=NOW + 5 * MINUTE)
    assert "alice" in mail["To"]
    act(game, 0, Draw("blind"), Draw("blind"))
    assert len(inbox(bob)) == 1


def test_the_settings_show_the_delay_of_the_site(
    alice: Person, browse: object, settings: Settings
) -> None:
    settings.MAIL_DELAY = 5
    page = browse(alice).get("/settings/notices/").content.decode()  # type: ignore[operator]
    assert '<option value="5" selected>' in page
