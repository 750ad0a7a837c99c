"""Seats that look for a substitute, as pages."""

from __future__ import annotations

import pytest

from games.absence.substitution import open_seat
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, keep_all


@pytest.fixture
def game(begin, alice, bob) -> Game:
    """Alice's seat looks for a substitute."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    return game


def holder(game: Game) -> object:
    return Seat.objects.get(game=game, number=0).person


def test_the_list_is_open_to_everybody_and_the_lobby_leads_there(game, browse, dana) -> None:
    for client in (browse(), browse(dana)):
        page = client.get("/seats/").content.decode()
        assert f"/games/{game.code}/seats/0/take/" in page
        assert "In the seat of Alice, with Bob" in page
        assert (
            "1 seat in a running game needs a substitute" in client.get("/lobby/").content.decode()
        )


def test_ones_own_games_and_private_ones_are_not_in_the_list(game, browse, bob, dana) -> None:
    assert "All seats in all games are taken." in browse(bob).get("/seats/").content.decode()
    Game.objects.update(public=False)
    assert "All seats in all games are taken." in browse(dana).get("/seats/").content.decode()
    assert browse(dana).get(f"/games/{game.code}/seats/0/take/").status_code == 404


def test_looking_takes_nothing_and_pressing_takes_the_seat(game, browse, alice, dana) -> None:
    client, url = browse(dana), f"/games/{game.code}/seats/0/take/"
    page = client.get(url).content.decode()
    assert "Take this seat" in page
    assert "After 3 automatic moves in a row" in page
    assert "Plans that only draw, which move after 2 to 20 minutes." in page
    assert holder(game) == alice
    assert client.post(url).url == f"/games/{game.code}/"
    assert holder(game) == dana
    assert browse().get(url).url.startswith("/accounts/login/")


def test_who_comes_too_late_is_told_so(game, browse, bob, charlie, dana) -> None:
    url = f"/games/{game.code}/seats/0/take/"
    browse(dana).post(url)
    client = browse(charlie)
    for answer in (client.get(url), client.post(url)):
        assert answer.status_code == 409
        assert "This seat is no longer open" in answer.content.decode()
    assert browse(bob).post(url).status_code == 409
    assert browse(bob).post(f"/games/{game.code}/seats/7/take/").status_code == 404


def test_who_lost_a_seat_takes_none_in_the_same_game_again(game, browse, alice, dana) -> None:
    url = f"/games/{game.code}/seats/0/take/"
    browse(dana).post(url)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    assert url not in browse(alice).get("/seats/").content.decode()
    answer = browse(alice).post(url)
    assert answer.status_code == 409
    assert "somebody else took over from you" in answer.content.decode()
    assert holder(game) == dana


def test_the_invitation_link_of_a_private_game_leads_to_its_open_seat(game, browse, dana) -> None:
    Game.objects.update(public=False)
    client = browse(dana)
    answer = client.get(f"/join/{game.invitation}/", follow=True)
    assert "Take this seat" in answer.content.decode()
    url, form = answer.redirect_chain[-1][0].split("?")[0], {"invitation": game.invitation}
    client.post(url, form)
    assert holder(game) == dana


def test_who_comes_back_in_time_keeps_the_seat(game, browse, alice, bob) -> None:
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "I am back" in page
    assert "needs a substitute" in browse(bob).get(f"/games/{game.code}/").content.decode()
    answer = browse(alice).post(f"/games/{game.code}/return/", follow=True)
    assert "you keep your seat" in answer.content.decode()
    assert Seat.objects.get(game=game, number=0).open_since is None
    answer = browse(bob).post(f"/games/{game.code}/return/", follow=True)
    assert "This seat is yours" in answer.content.decode()


def test_the_list_asks_few_questions_however_long_it_is(
    game, begin, browse, alice, bob, dana, django_assert_max_num_queries
) -> None:
    for _ in range(3):
        other = begin(alice, bob)
        open_seat(game=other, seat=0, actor="director", now=NOW)
    client = browse(dana)
    client.get("/seats/")
    with django_assert_max_num_queries(7):
        client.get("/seats/")
