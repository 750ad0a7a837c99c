"""The page of notification preferences."""

from __future__ import annotations

from datetime import time

import pytest
from django.test import Client

from games.notifications.mail.unsubscribe import DIGEST
from games.notifications.models import NoticeKind
from games.notifications.preferences import preferences_of, set_wanted
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter

PAGE = "/settings/notices/"
EVERYTHING = {f"mail-{kind}": "on" for kind in NoticeKind}
USUAL = {**EVERYTHING, "delay": "0", "digest_reminders": "on"}


@pytest.fixture
def page(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def test_at_first_everything_is_told_at_once_by_mail(page: Client, alice: Person) -> None:
    text = page.get(PAGE).content.decode()
    assert text.count('type="checkbox"') == text.count(" checked") == len(EVERYTHING) + 1
    assert page.post(PAGE, USUAL).status_code == 302
    assert preferences_of(alice).off == []


def test_all_preferences_are_stored_and_shown_again(page: Client, alice: Person) -> None:
    chosen = {name: on for name, on in USUAL.items() if name not in ("mail-talk", "mail-over")}
    chosen |= {"delay": "30", "quiet_from": "22", "quiet_until": "7", "digest_hour": "8"}
    del chosen["digest_reminders"]
    assert page.post(PAGE, chosen).status_code == 302
    preferences = preferences_of(alice)
    assert preferences.off == ["mail:over", "mail:talk"]
    assert (preferences.delay, preferences.digest_hour, preferences.digest_reminders) == (
        30,
        8,
        False,
    )
    assert (preferences.quiet_from, preferences.quiet_until) == (time(22), time(7))
    text = page.get(PAGE).content.decode()
    assert text.count(" checked") == len(EVERYTHING) - 2
    assert '<option value="22" selected>22:00</option>' in text


def test_games_are_silenced_one_by_one(
    page: Client, alice: Person, bob: Person, begin: Starter
) -> None:
    games = [begin(alice, bob), begin(alice, bob)]
    seats = [game.seats.get(person=alice) for game in games]
    theirs = games[0].seats.get(person=bob)
    page.post(PAGE, {**USUAL, f"mute-{seats[0].pk}": "on", f"mute-{theirs.pk}": "on"})
    for seat in (*seats, theirs):
        seat.refresh_from_db()
    assert [seats[0].muted, seats[1].muted, theirs.muted] == [True, False, False]
    page.post(PAGE, USUAL)
    seats[0].refresh_from_db()
    assert not seats[0].muted


@pytest.mark.parametrize(
    "wrong",
    [
        {"delay": "7"},
        {"digest_hour": "24"},
        {"quiet_from": "22"},
        {"quiet_until": "7"},
        {"quiet_from": "7", "quiet_until": "7"},
        {"quiet_from": "seven", "quiet_until": "7"},
    ],
)
def test_a_wrong_wish_changes_nothing(page: Client, alice: Person, wrong: dict[str, str]) -> None:
    answer = page.post(PAGE, {**USUAL, **wrong})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert preferences_of(alice).pk is None


def test_looking_changes_nothing(page: Client, alice: Person) -> None:
    page.get(PAGE)
    assert preferences_of(alice).pk is None


def test_who_stopped_the_digest_is_told_so_and_gets_it_back_by_saving(
    page: Client, alice: Person
) -> None:
    page.post(PAGE, {**USUAL, "digest_hour": "8"})
    assert "You have stopped the daily email" not in page.get(PAGE).content.decode()
    set_wanted(person=alice, kinds=[DIGEST], wanted=False)
    assert "You have stopped the daily email" in page.get(PAGE).content.decode()
    page.post(PAGE, {**USUAL, "digest_hour": "8"})
    assert preferences_of(alice).wants(DIGEST)


def test_strangers_are_asked_to_sign_in(client: Client, db: None) -> None:
    for method in (client.get, client.post):
        assert method(PAGE)["Location"].startswith("/accounts/login/")


def test_a_game_that_is_over_is_not_listed(
    page: Client, alice: Person, bob: Person, begin: Starter
) -> None:
    game = begin(alice, bob)
    assert game.code in page.get(PAGE).content.decode()
    Game.objects.update(status="finished")
    assert game.code not in page.get(PAGE).content.decode()
