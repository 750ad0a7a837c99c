"""What becomes of a guest's games: they are kept on signing up, or go after a while."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games.accounts.closing import close_account
from games.log.models import Event
from games.notifications.models import Notice
from games.people.models import Person
from games.players import rate_finished_games, update_reliability
from games.players.models import RatedGame, ReliabilityRecord
from games.practice import guests
from games.practice.models import Guest, PracticeGame
from games.scheduler.retention import delete_old_rows
from games.tables.models import Game
from tests.conftest import PASSWORD, account_mails, words_of
from tests.games.leagues.conftest import play_out

pytestmark = pytest.mark.django_db

SIGNUP = {"name": "Nadia", "email": "nadia@example.org", "password1": "a lamp in the night"}


@pytest.fixture
def guest() -> Client:
    client = Client()
    client.post("/learn/usa/begin/")
    return client


def prove(client: Client) -> None:
    """Follow the link of the mail that asks whether the address is right."""
    found = re.search(r"(/accounts/confirm-email/\S+)", words_of(account_mails()[-1]))
    assert found
    client.post(found[1])


def test_signing_up_keeps_the_games(guest: Client) -> None:
    game = Game.objects.get(practice=True)
    cookie = guest.cookies["sessionid"].value
    guest.post("/accounts/signup/", SIGNUP)
    # Not before the address is proven: nothing has changed for this browser.
    assert guest.get(f"/games/{game.code}/").status_code == 200
    assert game.seats.get(number=0).person is None
    prove(guest)
    nadia = Person.objects.get(name="Nadia")
    assert game.seats.get(number=0).person == nadia
    assert guest.cookies["sessionid"].value != cookie
    assert guest.get(f"/games/{game.code}/").status_code == 200
    assert game.code in guest.get("/learn/").content.decode()
    assert not Guest.objects.exists()
    update_reliability(now=now())
    assert not ReliabilityRecord.objects.exists()


def test_an_address_that_has_an_account_changes_nothing(guest: Client, alice: Person) -> None:
    guest.post("/accounts/signup/", {**SIGNUP, "email": alice.email})
    assert Guest.objects.get().reserved_for is None
    assert guest.get(f"/games/{Game.objects.get().code}/").status_code == 200


def test_who_has_not_played_for_long_is_forgotten(guest: Client, table: Game) -> None:
    early = now() + timedelta(days=13)
    delete_old_rows(now=early)
    assert Guest.objects.exists()
    Guest.objects.update(seen_at=now() - timedelta(days=15))
    delete_old_rows(now=now())
    assert not Guest.objects.exists()
    assert list(Game.objects.all()) == [table]
    assert not Event.objects.exclude(game=table).exists()
    assert guest.get("/learn/").status_code == 200


def test_the_log_of_other_games_cannot_be_deleted(guest: Client, table: Game) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Event.objects.filter(game=table)._raw_delete(connection.alias)
    practice = Event.objects.filter(game__practice=True)
    with pytest.raises(DatabaseError), transaction.atomic():
        practice.update(actor="1")


def test_closing_an_account_removes_its_practice_games(browse, alice: Person) -> None:
    browse(alice).post("/learn/japan/begin/")
    close_account(person=alice, now=now())
    assert not Game.objects.exists()


def test_a_person_practises_without_mail_and_apart_from_their_games(browse, alice: Person) -> None:
    client = browse(alice)
    address = client.post("/learn/japan/begin/").headers["Location"]
    assert PracticeGame.objects.get().guest is None
    assert client.get(address).status_code == 200
    for path in ("/", "/players/Alice/", "/lobby/"):
        assert address not in client.get(path).content.decode()
    assert address in client.get("/learn/").content.decode()
    assert mail.outbox == []


def test_one_network_cannot_bring_guests_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MAX_OF_A_NETWORK", 2)
    answers = [Client().post("/learn/usa/begin/").headers["Location"] for _ in range(3)]
    assert answers[2] == "/learn/"
    other = Client(REMOTE_ADDR="198.51.100.7").post("/learn/usa/begin/")
    assert other.headers["Location"] != "/learn/"


def test_the_site_takes_a_limited_number_of_guests(settings: Settings) -> None:
    settings.MAX_GUESTS = 1
    Client().post("/learn/usa/begin/")
    client = Client(REMOTE_ADDR="198.51.100.7")
    page = client.post("/learn/usa/begin/", follow=True).content.decode()
    assert "There are too many guests at the moment." in page
    assert Guest.objects.count() == 1


def test_who_has_an_account_keeps_what_they_played_before_signing_in(
    guest: Client, alice: Person
) -> None:
    game = Game.objects.get(practice=True)
    guest.post("/accounts/login/", {"login": alice.email, "password": PASSWORD})
    assert game.seats.get(number=0).person == alice
    assert guest.get(f"/games/{game.code}/").status_code == 200
    guest.post("/accounts/logout/")
    assert guest.get(f"/games/{game.code}/").status_code == 404


def test_a_whole_game_is_not_counted_and_the_next_replaces_it(alice: Person, browse) -> None:
    client = Client()
    address = client.post("/learn/usa/practice/").headers["Location"]
    assert "Choose your tickets" in client.get(address).content.decode()
    game = Game.objects.get()
    play_out(game, now())
    page = client.get(address).content.decode()
    assert "Final score" in page
    assert address + "record/" not in page
    rate_finished_games(now=now())
    assert not RatedGame.objects.exists()
    assert not Notice.objects.exists()
    assert address not in browse(alice).get("/lobby/").content.decode()
    client.post("/learn/japan/practice/")
    assert [one.board for one in Game.objects.all()] == ["japan"]
