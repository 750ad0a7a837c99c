"""A visitor without an account begins a game and plays it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine import record
from games import log
from games.log.records import complete_record
from games.notifications.models import Notice
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client()


def begin(client: Client, board: str = "usa", *, lessons: bool = True) -> str:
    kind = "begin" if lessons else "practice"
    answer = client.post(f"/learn/{board}/{kind}/")
    assert answer.status_code == 302, answer.content
    return str(answer.headers["Location"])


def first_action(page: str) -> dict[str, str]:
    """The decision and the first card that a page offers to take."""
    decision = re.search(r'name="decision" value="(\d+)"', page)
    action = re.search(r'name="action" value="([^"]+)"', page)
    assert decision
    assert action
    return {"decision": decision[1], "action": action[1].replace("&quot;", '"')}


def test_a_visitor_begins_a_game_with_lessons_and_moves(visitor: Client) -> None:
    address = begin(visitor)
    page = visitor.get(address).content.decode()
    assert "Take a card" in page
    answer = visitor.post(f"{address}act/", first_action(page))
    assert answer.status_code == 302
    assert "Now a second card" in visitor.get(address).content.decode()
    assert not Notice.objects.exists()


def test_looking_makes_no_guest(visitor: Client) -> None:
    visitor.get("/")
    visitor.get("/learn/")
    assert visitor.get("/learn/usa/begin/").status_code == 405
    assert not Guest.objects.exists()


def test_the_game_belongs_to_the_session_alone(visitor: Client) -> None:
    address = begin(visitor)
    assert Client().get(address).status_code == 404
    other = Client()
    begin(other)
    assert other.get(address).status_code == 404


@pytest.mark.parametrize(
    "board",
    [
        *("usa", "japan", "team-asia", "switzerland", "india", "lantern-island"),
        *("europe", "nordic", "legendary-asia"),
    ],
)
def test_the_log_of_an_opening_adds_up(visitor: Client, board: str) -> None:
    begin(visitor, board)
    game = Game.objects.get()
    assert record.check(complete_record(game), running=True) == []
    assert PracticeGame.objects.get().first_seq == game.version + 1


def test_beginning_again_goes_on(visitor: Client) -> None:
    assert begin(visitor) == begin(visitor)
    assert Guest.objects.count() == 1


def test_a_guest_has_one_game_against_bots(visitor: Client) -> None:
    begin(visitor, lessons=False)
    answer = visitor.post("/learn/japan/practice/", follow=True)
    assert "You are already playing a game against bots." in answer.content.decode()
    assert Game.objects.count() == 1


def test_a_guest_ends_the_game_at_a_press(visitor: Client) -> None:
    address = begin(visitor)
    code = Game.objects.get().code
    assert "End this game" in visitor.get(address).content.decode()
    refused = visitor.post(f"/games/{code}/practice/end/", follow=True).content.decode()
    assert "Tick the box if you want to end this game." in refused
    over = visitor.post(f"/games/{code}/practice/end/", {"sure": "1"}, follow=True).content.decode()
    assert "You ended this practice game." in over
    game = Game.objects.get()
    assert game.status == "finished"
    assert log.verify(game) == []
    again = visitor.post(f"/games/{code}/practice/end/", {"sure": "1"}, follow=True)
    assert "This game is over." in again.content.decode()


def test_nobody_ends_the_game_of_another_guest(visitor: Client) -> None:
    begin(visitor)
    code = Game.objects.get().code
    other = Client()
    begin(other)
    assert other.post(f"/games/{code}/practice/end/", {"sure": "1"}).status_code == 404
    assert Game.objects.get(code=code).status == "running"
    assert visitor.get(f"/games/{code}/practice/end/").status_code == 405
