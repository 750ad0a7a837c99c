"""The calendar of deadlines: what stands in it, who may read it, and how its address dies."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client

from engine.actions import Draw
from games.notifications.feeds.icalendar import CalendarEvent, write_calendar
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all

PAGE = "/settings/calendar/"


def subscribe(client: Client, person: Person) -> str:
    """Make a new address on the page; return its path."""
    client.force_login(person)
    text = client.post(f"{PAGE}new/", follow=True).content.decode()
    found = re.search(r'href="(http://[^"]+\.ics)"', text)
    assert found
    client.logout()
    return urlsplit(found[1]).path


@pytest.fixture
def game(begin: Starter, people, bob: Person) -> Game:
    """A game at Dana's turn; she reads Dutch and lives in New York."""
    dana = people("Dana", language="nl", timezone="America/New_York")
    game = begin(dana, bob, board="japan")
    keep_all(game, 0, 1)
    return game


@pytest.fixture
def dana(game: Game) -> Person:
    return Person.objects.get(name="Dana")


def lines(content: bytes) -> list[str]:
    """The content lines, unfolded, and make sure that none was too long (RFC 5545, 3.1)."""
    assert content.endswith(b"\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert b"\n" not in content.replace(b"\r\n", b"")
    return content.decode().replace("\r\n ", "").split("\r\n")[:-1]


def test_a_turn_stands_in_it_with_its_deadline(client: Client, dana: Person, game: Game) -> None:
    answer = client.get(subscribe(client, dana))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    found = lines(answer.content)
    assert found[0] == "BEGIN:VCALENDAR"
    assert found[-1] == "END:VCALENDAR"
    assert found.count("BEGIN:VEVENT") == 1
    assert "DTSTART:20261124T073000Z" in found
    assert f"SUMMARY:Je tijd loopt af: Japan {game.code}" in found
    (told,) = (line for line in found if line.startswith("DESCRIPTION"))
    assert "dinsdag 24 november 2026\\, 02:30 (EST\\, America/New_York)" in told


def uids(client: Client, path: str) -> list[str]:
    return [line for line in lines(client.get(path).content) if line.startswith("UID:")]


def test_the_same_turn_keeps_its_name_when_its_deadline_moves(
    client: Client, dana: Person, game: Game
) -> None:
    path = subscribe(client, dana)
    before = uids(client, path)
    Seat.objects.filter(game=game, number=0).update(due_at=NOW + timedelta(days=9))
    assert uids(client, path) == before
    assert "DTSTART:20261130T073000Z" in lines(client.get(path).content)


def test_it_empties_with_the_move(client: Client, dana: Person, game: Game) -> None:
    path = subscribe(client, dana)
    act(game, 0, Draw("blind"), Draw("blind"))
    assert uids(client, path) == []


def test_a_new_address_ends_the_old_one(client: Client, dana: Person) -> None:
    old = subscribe(client, dana)
    new = subscribe(client, dana)
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200


def test_a_calendar_that_was_taken_away_does_not_come_back_with_its_old_address(
    client: Client, dana: Person
) -> None:
    old = subscribe(client, dana)
    client.force_login(dana)
    assert client.post(f"{PAGE}remove/").status_code == 302
    assert client.get(old).status_code == 404
    subscribe(client, dana)
    assert client.get(old).status_code == 404


def test_who_left_the_site_has_no_calendar(client: Client, dana: Person) -> None:
    path = subscribe(client, dana)
    Person.objects.filter(pk=dana.pk).update(is_active=False)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "token", ["x", "1.1", "1.1.abc", "1.1.1.1", "", "..", "١.١.x", "1.99999999999999999999.x"]
)
def test_a_made_up_address_is_not_found(client: Client, dana: Person, token: str) -> None:
    subscribe(client, dana)
    assert client.get(f"/calendar/{token}.ics").status_code == 404


def test_looking_makes_nothing(client: Client, dana: Person) -> None:
    client.force_login(dana)
    assert ".ics" not in client.get(PAGE).content.decode()
    for path in ("new/", "remove/"):
        assert client.get(PAGE + path).status_code == 405


def test_each_reads_their_own(client: Client, dana: Person, bob: Person, game: Game) -> None:
    assert uids(client, subscribe(client, bob)) == []


def test_texts_are_escaped_and_folded_between_characters() -> None:
    moment = CalendarEvent("u", NOW, "a;b,c\\d\ne", "é" * 100, "https://example.org/")
    content = write_calendar(name="N", maker="-//N//EN", moments=[moment], now=NOW)
    assert "SUMMARY:a\\;b\\,c\\\\d\\ne" in lines(content)
    assert f"DESCRIPTION:{'é' * 100}" in lines(content)
