"""A game against bots with one press, from the lobby and from an empty first page."""

from __future__ import annotations

import pytest

import engine
from games.lobby.create import MAX_BOT_GAMES
from games.tables.models import Game, GameStatus

BOARDS = {
    "japan": 2,
    "usa": 2,
    "team-asia": 4,
    "switzerland": 2,
    "india": 2,
    "lantern-island": 2,
    "europe": 2,
    "nordic": 2,
    "legendary-asia": 2,
}


@pytest.mark.parametrize("board", BOARDS)
def test_one_press_begins_a_game_with_bots_in_all_other_seats(board, browse, alice):
    response = browse(alice).post(f"/lobby/bots/{board}/")
    game = Game.objects.get()
    assert response.url == f"/games/{game.code}/"
    assert (game.board, game.status, game.seats.count()) == (
        board,
        GameStatus.RUNNING,
        BOARDS[board],
    )
    assert game.seats.get(number=0).person == alice
    assert game.seats.exclude(bot="").count() == BOARDS[board] - 1


def test_the_lobby_offers_every_board(browse, alice):
    page = browse(alice).get("/lobby/").content.decode()
    for board in engine.board_names():
        assert f'action="/lobby/bots/{board}/"' in page


def test_who_has_no_game_is_offered_one_on_the_first_page(browse, alice):
    assert 'action="/lobby/bots/usa/"' in browse(alice).get("/").content.decode()
    browse(alice).post("/lobby/bots/usa/")
    assert 'action="/lobby/bots/usa/"' not in browse(alice).get("/").content.decode()


def test_a_visitor_signs_in_first(browse, db):
    assert browse().post("/lobby/bots/usa/").url.startswith("/accounts/login/")
    assert "/lobby/bots/" not in browse().get("/lobby/").content.decode()
    assert not Game.objects.exists()


def test_looking_begins_nothing(browse, alice):
    assert browse(alice).get("/lobby/bots/usa/").status_code == 405
    assert not Game.objects.exists()


def test_a_board_that_is_not_there_is_not_found(browse, alice):
    assert browse(alice).post("/lobby/bots/atlantis/").status_code == 404


def test_nobody_fills_the_lists_of_games_with_games_against_bots(browse, alice, bob):
    client = browse(alice)
    for _press in range(MAX_BOT_GAMES + 2):
        answer = client.post("/lobby/bots/japan/", follow=True)
    assert "Finish one of them first." in answer.content.decode()
    assert Game.objects.filter(organiser=alice).count() == MAX_BOT_GAMES
    Game.objects.filter(pk=Game.objects.earliest("pk").pk).update(status=GameStatus.FINISHED)
    client.post("/lobby/bots/japan/")
    assert Game.objects.filter(organiser=alice).count() == MAX_BOT_GAMES + 1
    browse(bob).post("/lobby/bots/japan/")
    assert Game.objects.filter(organiser=bob).exists()
