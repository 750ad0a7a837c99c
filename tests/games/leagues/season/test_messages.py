"""A director writes to all players of a season, once a day: by page and by mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.leagues.models import Entry, Season, SeasonMessage
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.withdrawal import withdraw
from games.moderation.models import AuditEntry
from games.moderation.sanctions import mute
from games.notifications.models import NoticeKind
from games.notifications.preferences import set_wanted
from games.people.models import Person
from games.tables.models import Seat
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.recalled import recall_mails
from tests.games.leagues.conftest import DAY, OPENS, STARTS

URL = "/leagues/night-club/1/"
WORDS = "The clock is generous over the holidays. <b>Play on!</b>"


def browser_of(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def write(person: Person, at: datetime, text: str = WORDS) -> object:
    with time_machine.travel(at, tick=False):
        return browser_of(person).post(f"{URL}direct/write/", {"text": text}, follow=True)


@pytest.fixture
def playing(registered: Callable[..., Season], alice: Person, bob: Person, inbox: Inbox) -> Season:
    """A season that has begun, with Alice among its players and Bob on the reserve list."""

    def play() -> int:
        season = registered(3)
        register(season=season, person=alice, now=OPENS + DAY)
        run_season(season=season, now=STARTS)
        register(season=season, person=bob, now=STARTS)
        inbox(at=STARTS)
        return season.pk

    return Season.objects.get(pk=recall_mails(inbox, "Alice plays, Bob waits", play))


def test_everybody_in_the_season_reads_it_in_a_mail_and_on_its_page(
    playing: Season, director: Person, alice: Person, bob: Person, inbox: Inbox
) -> None:
    page = write(director, STARTS + DAY)
    assert "A message was sent to all players." in page.content.decode()
    mails = inbox(at=STARTS + DAY)
    for person in (alice, bob):
        [mail] = [one for one in mails if person.email in str(one["To"])]
        assert "Erin writes to all players of Night Club, season 1." in text_of(mail)
        assert WORDS in text_of(mail)
        assert "&lt;b&gt;Play on!&lt;/b&gt;" in html_of(mail)
    for person in (alice, bob, director):
        told = browser_of(person).get(URL).content.decode()
        assert "&lt;b&gt;Play on!&lt;/b&gt;" in told
    assert "Play on!" not in Client().get(URL).content.decode()


def test_it_is_written_down_who_wrote(playing: Season, director: Person, alice: Person) -> None:
    write(director, STARTS + DAY)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.league) == ("write", director, playing.league)
    with time_machine.travel(STARTS + DAY):
        page = browser_of(alice).get(f"{URL}decisions/").content.decode()
    assert "A message was sent to all players." in page


def test_a_second_one_on_the_same_day_is_refused_from_any_author(
    playing: Season, director: Person, mona: Person
) -> None:
    write(director, STARTS + DAY)
    for person in (director, mona):
        page = write(person, STARTS + 2 * DAY - timedelta(minutes=1), "Again.")
        assert "You can write again from 3 December 2026, 08:30 CET." in page.content.decode()
    assert SeasonMessage.objects.count() == 1
    write(mona, STARTS + 2 * DAY, "Again.")
    assert SeasonMessage.objects.count() == 2


def test_a_muted_game_does_not_matter_and_a_wish_for_no_such_mails_does(
    playing: Season, director: Person, alice: Person, bob: Person, inbox: Inbox
) -> None:
    Seat.objects.filter(person=alice).update(muted=True)
    set_wanted(person=bob, kinds=[NoticeKind.LEAGUE], wanted=False)
    write(director, STARTS + DAY)
    mails = inbox(at=STARTS + DAY)
    told = [str(mail["To"]) for mail in mails if "writes to all players" in text_of(mail)]
    assert told == ["Alice <alice@example.org>"]
    assert "Play on!" in browser_of(bob).get(URL).content.decode()


def test_who_has_left_hears_nothing_more(
    playing: Season, director: Person, alice: Person, inbox: Inbox
) -> None:
    withdraw(season=playing, person=alice, now=STARTS + DAY)
    inbox(at=STARTS + DAY)
    write(director, STARTS + DAY)
    assert not inbox(alice, at=STARTS + DAY)
    assert "Play on!" not in browser_of(alice).get(URL).content.decode()


def test_a_director_who_may_write_to_nobody_writes_to_nobody(
    playing: Season, director: Person, mona: Person
) -> None:
    mute(actor=mona, person=director, reason="Insults.", now=STARTS)
    page = write(director, STARTS + DAY)
    assert "You are not allowed to write to others for now." in page.content.decode()
    assert not SeasonMessage.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_nothing_and_too_much_are_refused(text: str, playing: Season, director: Person) -> None:
    assert write(director, STARTS + DAY, text).status_code == 422
    assert not SeasonMessage.objects.exists()


def test_players_and_others_write_to_nobody(playing: Season, alice: Person) -> None:
    assert write(alice, STARTS + DAY).status_code == 404
    assert Client().post(f"{URL}direct/write/", {"text": WORDS}).status_code == 302
    assert browser_of(alice).get(f"{URL}direct/write/").status_code == 405
    assert not SeasonMessage.objects.exists()
    assert Entry.objects.filter(person=alice).exists()
