"""One mail a day about all games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail as django_mail

from engine.actions import Draw
from games.notifications import outbox
from games.notifications.mail.runner import send_due
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.games.notifications.mail.test_delivery import BUSY, Server, server
from tests.games.notifications.mail.test_unsubscribe import one_click
from tests.games.play.test_whole_game import play_to_the_end

__all__ = ["server"]

DAY = timedelta(days=1)
# NOW is half past eight in the morning, in Amsterdam.
NINE = NOW + timedelta(minutes=30)


@pytest.fixture
def reader(alice: Person) -> Person:
    """Alice wants one mail a day, at nine."""
    NotificationPreferences.objects.create(person=alice, digest_hour=9)
    return alice


@pytest.fixture
def games(begin: Starter, reader: Person, bob: Person) -> list[Game]:
    """Two games at Alice's turn, in the first of which she has less time."""
    games = [begin(reader, bob, board="japan"), begin(reader, bob)]
    for game in games:
        keep_all(game, 0, 1)
    games[0].seats.filter(number=0).update(due_at=NOW + DAY)
    return games


def test_all_games_are_one_mail_at_the_hour_and_none_before(
    games: list[Game], reader: Person, inbox: Inbox
) -> None:
    assert inbox(reader) == []
    (mail,) = inbox(reader, at=NINE)
    text = text_of(mail)
    assert text.startswith("2 games are waiting for you.")
    assert text.index(games[0].code) < text.index(games[1].code)
    assert "1 day" not in text
    assert "23 hours 30 minutes left: until Sunday 22 November 2026, 08:30" in text
    for game in games:
        assert f"/games/{game.code}/" in html_of(mail)


def test_it_is_a_conversation_of_its_own_and_nobody_plays_by_replying(
    games: list[Game], reader: Person, inbox: Inbox
) -> None:
    (first,) = inbox(reader, at=NINE)
    (second,) = inbox(reader, at=NINE + DAY)
    assert first["Subject"] == second["Subject"] == "[Night Mail] Your games today"
    assert first["References"] == second["References"]
    assert first["Message-ID"] != second["Message-ID"]
    assert first["Reply-To"] is None
    for game in games:
        assert game.code not in first["Message-ID"] + first["References"] + first["List-Id"]


@pytest.mark.usefixtures("games")
def test_there_is_one_a_day(reader: Person, inbox: Inbox) -> None:
    assert len(inbox(reader, at=NINE)) == 1
    assert inbox(reader, at=NINE + timedelta(hours=3)) == []


def test_the_hour_is_a_local_one(games: list[Game], reader: Person, inbox: Inbox) -> None:
    Person.objects.filter(pk=reader.pk).update(timezone="America/New_York")
    assert inbox(reader, at=NINE) == []
    (mail,) = inbox(reader, at=NOW.replace(hour=14, minute=0))
    assert "(EST, America/New_York)" in prose_of(mail)


def test_others_get_their_mails_as_before(games: list[Game], bob: Person, inbox: Inbox) -> None:
    inbox()
    act(games[0], 0, Draw("blind"), Draw("blind"))
    (mail,) = inbox(bob)
    assert "It is your turn on Japan." in text_of(mail)


def test_what_was_settled_is_not_told(games: list[Game], reader: Person, inbox: Inbox) -> None:
    for game in games:
        act(game, 0, Draw("blind"), Draw("blind"))
    Notice.objects.filter(kind=NoticeKind.STARTED).delete()
    assert inbox(reader, at=NINE) == []


def test_a_result_is_news(begin: Starter, reader: Person, bob: Person, inbox: Inbox) -> None:
    game = begin(reader, bob)
    play_to_the_end(game)
    (mail,) = inbox(reader, at=NINE)
    seat = game.seats.get(person=reader)
    assert "No game is waiting for you." in text_of(mail)
    assert "The game is over." in text_of(mail)
    assert f"You finished in place {seat.place} with {seat.points} points." in text_of(mail)


def test_the_last_reminder_does_not_wait_for_the_digest(
    games: list[Game], reader: Person, inbox: Inbox
) -> None:
    seat = games[0].seats.get(person=reader)
    outbox.notify_reminder(seat=seat, now=NOW)
    assert inbox(reader) == []
    outbox.notify_reminder(seat=seat, now=NOW)
    (mail,) = inbox(reader)
    assert "It is still your turn on Japan." in text_of(mail)


def test_unless_it_is_to_wait(games: list[Game], reader: Person, inbox: Inbox) -> None:
    NotificationPreferences.objects.update(digest_reminders=False)
    for _ in range(2):
        outbox.notify_reminder(seat=games[0].seats.get(person=reader), now=NOW)
    assert inbox(reader) == []


def test_a_game_in_which_a_move_is_held_is_not_in_it(
    games: list[Game], reader: Person, inbox: Inbox
) -> None:
    games[0].seats.filter(person=reader).update(held_until=NOW + DAY)
    (mail,) = inbox(reader, at=NINE)
    assert text_of(mail).startswith("1 game is waiting for you.")
    assert f"/games/{games[1].code}/" in html_of(mail)


def test_a_muted_game_is_not_in_it(games: list[Game], reader: Person, inbox: Inbox) -> None:
    games[0].seats.filter(person=reader).update(muted=True)
    (mail,) = inbox(reader, at=NINE)
    assert games[0].code not in text_of(mail)
    assert games[1].code in text_of(mail)


@pytest.mark.usefixtures("games")
def test_one_click_stops_it_and_no_other_mail_comes_instead(
    reader: Person, inbox: Inbox, client
) -> None:
    (mail,) = inbox(reader, at=NINE)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    client.post(one_click(mail), {"List-Unsubscribe": "One-Click"})
    assert inbox(reader, at=NINE + DAY) == []


def test_a_digest_that_could_not_be_sent_in_time_is_told_with_the_next(
    games: list[Game],
    reader: Person,
    inbox: Inbox,
    server: type[Server],
    mailoutbox: list[django_mail.EmailMessage],
) -> None:
    server.refusal = BUSY
    send_due(now=NINE)
    server.refusal = None
    (mail,) = inbox(reader, at=NINE + DAY)
    assert mail["Message-ID"].startswith("<daily-digest.2026-11-22.")
