"""Play again after a practice game: one press, the same board, seats and bots."""

from __future__ import annotations

import pytest
from django.test import Client

from games.people.models import Person
from games.practice.models import Guest, PracticeGame
from games.tables.models import Game

pytestmark = pytest.mark.django_db


def begin(client: Client, level: str = "level-2") -> str:
    answer = client.post("/learn/lantern-island/practice/", {"level": level})
    return str(answer.headers["Location"])


def end(client: Client, address: str) -> str:
    """The page of a game that its player has just ended."""
    answer = client.post(f"{address}practice/end/", {"sure": "1"}, follow=True)
    return answer.content.decode()


def test_one_press_begins_the_same_game_again(browse, alice: Person) -> None:
    client = browse(alice)
    first = begin(client)
    Game.objects.get().seats.filter(number=1).update(bot="planner")
    assert f'action="{first}practice/again/"' in end(client, first)
    answer = client.post(f"{first}practice/again/")
    second = str(answer.headers["Location"])
    assert second != first
    game = Game.objects.get(code=second.split("/")[2])
    played = Game.objects.get(code=first.split("/")[2])
    assert (game.board, game.seat_count, game.practice) == (played.board, played.seat_count, True)
    bots = [list(one.seats.values_list("bot", flat=True)) for one in (played, game)]
    assert bots[0] == bots[1]
    assert bots[1][:2] == ["", "planner"]
    assert client.get(second).status_code == 200


def test_a_second_press_leads_to_the_game_that_has_begun(browse, alice: Person) -> None:
    client = browse(alice)
    first = begin(client)
    end(client, first)
    places = [client.post(f"{first}practice/again/").headers["Location"] for _press in range(2)]
    assert places[0] == places[1]
    assert Game.objects.count() == 2


def test_a_guest_plays_again_in_place_of_the_game_that_is_over() -> None:
    guest = Client()
    first = begin(guest)
    assert "practice/again/" in end(guest, first)
    answer = guest.post(f"{first}practice/again/", follow=True)
    assert "Your turn" in answer.content.decode()
    assert Game.objects.get().code not in first
    assert Guest.objects.count() == 1


def test_a_game_with_lessons_is_played_again_without_them(browse, alice: Person) -> None:
    client = browse(alice)
    first = str(client.post("/learn/lantern-island/begin/").headers["Location"])
    end(client, first)
    assert client.post(f"{first}practice/again/").status_code == 302
    assert not PracticeGame.objects.latest("game_id").lessons
    assert PracticeGame.objects.count() == 2


def test_nobody_else_plays_it_again(browse, alice: Person, bob: Person) -> None:
    client = browse(alice)
    first = begin(client)
    end(client, first)
    assert browse(bob).post(f"{first}practice/again/").status_code == 404
    assert Client().post(f"{first}practice/again/").status_code == 302
    assert client.get(f"{first}practice/again/").status_code == 405
    assert Game.objects.count() == 1


def test_games_with_people_have_a_rematch_instead(
    begin, browse, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    assert browse(alice).post(f"/games/{game.code}/practice/again/").status_code == 404
