"""People I follow: follow, stop, switch off; the page and the feed show public things alone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.closing import close_account
from games.lobby import GameOptions, create_game
from games.people.blocks import block
from games.people.models import Person
from games.players import update_reliability
from games.players.follows import following
from games.players.follows.models import Favourite, Follow
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW, keep_all
from tests.fixtures.pages import Browse

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The clock stands at NOW."""


def text(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def pages(client: Client) -> str:
    """The news of followed people, and the home page."""
    return "".join(text(client.get(url)) for url in ("/following/", "/"))


def finished(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
    game.seats.filter(number=0).update(place=1, points=88)
    game.seats.exclude(number=0).update(place=2, points=40)
    return game


def begun(begin, *people: Person, public: bool = True) -> Game:
    game = begin(*people)
    Game.objects.filter(pk=game.pk).update(public=public)
    return game


def doings(begin, *people: Person, public: bool) -> list[str]:
    """An open table, a running and a finished game of these people; their codes."""
    options = GameOptions(board="usa", seats=3, public=public)
    return [
        create_game(organiser=people[0], options=options, now=NOW).code,
        begun(begin, *people, public=public).code,
        finished(begun(begin, *people, public=public)).code,
    ]


def test_one_follows_and_stops_on_the_page_of_a_player(
    browse: Browse, alice: Person, bob: Person
) -> None:
    client = browse(alice)
    assert "/people/Bob/follow/" in text(client.get("/people/Bob/"))
    assert client.get("/people/Bob/follow/").status_code == 405
    for _twice in range(2):
        assert "You follow Bob." in text(client.post("/people/Bob/follow/", follow=True))
    assert Follow.objects.count() == 1
    assert "/people/Bob/unfollow/" in text(client.get("/following/people/"))
    client.post("/people/Bob/unfollow/")
    client.post("/people/Bob/unfollow/")
    assert not Follow.objects.exists()


def test_what_is_private_never_shows(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    """Two worlds: with private doings the pages are what they are without any."""
    client = browse(alice)
    client.post("/people/Bob/follow/", follow=True)
    looked_at = ("/following/", "/", "/watch/", "/people/Bob/", "/lobby/")

    def world() -> list[str]:
        return [TOKEN.sub("", text(client.get(url))) for url in looked_at]

    before = world()
    hidden = doings(begin, bob, charlie, public=False)
    assert world() == before
    shown = doings(begin, bob, charlie, public=True)
    page = pages(client)
    for code in shown:
        assert code in page
    for code in hidden:
        assert code not in page
    assert "Bob won with 88 points." in page


def test_ones_own_games_are_not_news(begin, browse: Browse, alice: Person, bob: Person) -> None:
    browse(alice).post("/people/Bob/follow/")
    game = finished(begin(bob, alice))
    assert game.code not in text(browse(alice).get("/following/"))


def test_the_home_page_asks_what_followed_people_do_for_those_who_follow_somebody(
    browse: Browse, alice: Person, bob: Person
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            browse(alice).get("/")
        return sum("games_follow" in query["sql"] for query in queries)

    assert asked() == 1
    following.follow(person=alice, other=bob, now=NOW)
    assert asked() > 1


def test_a_blocked_follower_sees_the_same_pages_and_no_news(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    browse(alice).post("/people/Bob/follow/")
    codes = doings(begin, bob, charlie, public=True)
    block(person=bob, other=alice, now=NOW)
    client = browse(alice)
    assert not any(code in pages(client) for code in codes)
    assert "/people/Bob/unfollow/" in text(client.get("/following/people/"))
    client.post("/people/Bob/unfollow/")
    assert "You follow Bob." in text(client.post("/people/Bob/follow/", follow=True))
    assert not any(code in pages(client) for code in codes)


def test_who_blocks_stops_following(browse: Browse, alice: Person, bob: Person) -> None:
    browse(alice).post("/people/Bob/follow/")
    block(person=alice, other=bob, now=NOW)
    assert not Follow.objects.exists()
    page = text(browse(alice).post("/people/Bob/follow/", follow=True))
    assert "You have blocked Bob. Unblock them first." in page


def test_a_person_can_switch_off_being_followed(browse: Browse, alice: Person, bob: Person) -> None:
    browse(alice).post("/people/Bob/follow/")
    browse(bob).post("/following/me/", {"followable": ""})
    assert not Follow.objects.exists()
    assert "/people/Bob/follow/" not in text(browse(alice).get("/people/Bob/"))
    page = text(browse(alice).post("/people/Bob/follow/", follow=True))
    assert "Bob does not want to be followed." in page
    browse(bob).post("/following/me/", {"followable": "yes"})
    assert "You follow Bob." in text(browse(alice).post("/people/Bob/follow/", follow=True))


def test_nobody_follows_themselves_a_closed_or_a_banned_account(
    browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    client = browse(alice)
    assert "You cannot follow yourself." in text(client.post("/people/Alice/follow/", follow=True))
    client.post("/people/Bob/follow/")
    close_account(person=bob, now=NOW)
    Person.objects.filter(pk=charlie.pk).update(is_active=False)
    bob.refresh_from_db()
    for name in (bob.name, "Charlie"):
        page = text(client.post(f"/people/{name}/follow/", follow=True))
        assert "This account is not active." in page
    assert client.post("/people/Nobody/follow/").status_code == 404
    assert not Follow.objects.exists()


def test_a_person_follows_only_so_many(
    browse: Browse, alice: Person, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "MAX_FOLLOWS", 1)
    browse(alice).post("/people/Bob/follow/")
    page = text(browse(alice).post("/people/Charlie/follow/", follow=True))
    assert "Stop following somebody first." in page


def test_cards_of_delayed_games_show_an_earlier_moment_on_all_pages(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    browse(alice).post("/people/Bob/follow/")
    game = begin(bob, charlie, spectator_hours=12)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    for url in ("/", "/following/", "/watch/"):
        page = text(browse(alice).get(url))
        assert f"/games/{game.code}/board.png?v=0" in page
        assert f"?v={game.version}" not in page
        assert "The game as it was 12 hours ago" in page
        assert "kept" not in page
    assert f"?v={game.version}" in text(browse(bob).get("/watch/"))
    with time_machine.travel(NOW + timedelta(hours=13), tick=False):
        assert f"?v={game.version}" in text(browse(None).get("/watch/"))


def test_strangers_are_asked_to_sign_in(browse: Browse, bob: Person) -> None:
    for url in ("/following/", "/following/people/", "/opponents/"):
        assert browse(None).get(url).status_code == 302
    for url in ("/people/Bob/follow/", "/people/Bob/favourite/", "/following/me/"):
        assert "/accounts/login/" in browse(None).post(url)["Location"]


def test_opponents_are_listed_with_results_and_marked_as_favourites(
    begin, browse: Browse, alice: Person, bob: Person, charlie: Person
) -> None:
    finished(begin(alice, bob))
    finished(begun(begin, alice, bob, public=False))
    finished(begin(bob, alice))
    begin(alice, charlie)
    client = browse(alice)
    client.post("/people/Bob/favourite/", {"favourite": "yes"})
    assert Favourite.objects.exists(), "what has just ended is enough"
    update_reliability(now=NOW)
    page = text(client.get("/opponents/"))
    assert "/people/Bob/" in page
    assert "/people/Charlie/" not in page
    player = " ".join(text(client.get("/people/Bob/")).split())
    assert "3 games finished together · 2 won · 1 lost" in player
    assert "finished together" not in text(browse(charlie).get("/people/Bob/"))
    for _twice in range(2):
        client.post("/people/Bob/favourite/", {"favourite": "yes"})
    assert Favourite.objects.get().opponent == bob
    assert "Remove from favourites" in text(client.get("/people/Bob/"))
    page = text(client.post("/people/Charlie/favourite/", {"favourite": "yes"}, follow=True))
    assert "You have finished no game with Charlie yet." in page
    client.post("/people/Bob/favourite/", {"favourite": ""})
    assert not Favourite.objects.exists()


@pytest.mark.parametrize("order", ["", "followed", "rated", "nonsense"])
def test_games_to_watch_come_in_an_order(
    order: str, begin, browse: Browse, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    followed = begin(bob, charlie)
    plain = begin(dana, charlie)
    private = begun(begin, alice, bob, public=False)
    browse(alice).post("/people/Bob/follow/")
    page = text(browse(None).get("/watch/", {"order": order}))
    assert private.code not in page
    assert (page.index(followed.code) < page.index(plain.code)) == (order == "followed")
