"""The first page of a person: whose turn it is."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.actions import Draw
from games.lobby import GameOptions, create_game
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, act, keep_all


def home(browse, person) -> str:
    return browse(person).get("/").content.decode()


def test_games_that_wait_stand_by_time_left(begin, browse, alice, bob):
    slow = begin(alice, bob, days_per_turn=7)
    fast = begin(alice, bob, days_per_turn=1)
    page = home(browse, alice)
    assert page.index(fast.code) < page.index(slow.code)
    assert "until Sun 22 Nov. 08:30 CET" in page
    assert "1 day left" in page


def test_the_title_counts_the_games_that_wait(begin, browse, alice, bob):
    begin(alice, bob)
    begin(alice, bob)
    assert "<title>(2) Your turn" in home(browse, alice)


def test_a_deadline_is_told_in_the_zone_of_the_reader(begin, browse, alice, bob):
    begin(alice, bob)
    bob.timezone = "Asia/Tokyo"
    bob.save()
    assert "until Tue 24 Nov. 16:30 JST" in home(browse, bob)


def test_a_game_that_waits_for_another_stands_below(red_hand, browse, bob):
    page = home(browse, bob)
    assert "No game is waiting for you." in page
    assert "Waiting for Alice." in page


def test_a_deadline_that_is_over_says_so(begin, browse, alice, bob):
    game = begin(alice, bob)
    Seat.objects.filter(game=game).update(due_at=NOW - timedelta(minutes=1))
    assert "time is up" in home(browse, alice)


def test_open_and_finished_games_are_listed(red_hand, browse, alice):
    create_game(organiser=alice, options=GameOptions(board="japan", seats=2), now=NOW)
    act(red_hand, 0, Draw("blind"))
    Game.objects.filter(pk=red_hand.pk).update(status="finished", ended_at=NOW)
    red_hand.seats.update(over_at=NOW)
    red_hand.seats.filter(person=alice).update(place=1, points=120, decision=None)
    page = home(browse, alice)
    assert "Tables waiting for players" in page
    assert "You won with 120 points." in page


def test_who_has_no_game_chooses_the_level_of_a_bot(browse, alice):
    page = browse(alice).get("/").content.decode()
    assert page.count('<option value="level-2" selected>') == page.count("/lobby/bots/") > 0


def test_strangers_see_what_this_is(browse, db):
    page = browse().get("/").content.decode()
    assert "/accounts/signup/" in page
    assert "waiting-title" not in page


def test_strangers_are_shown_a_game_that_is_over(begin, browse, alice, bob):
    game = begin(alice, bob)
    assert game.code not in browse().get("/").content.decode()
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW)
    game.refresh_from_db()
    address = f'href="/games/{game.code}/replay/?at={game.version}"'
    assert address in browse().get("/").content.decode()


def test_cards_show_the_board_and_the_last_event(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    mine, theirs = home(browse, bob), home(browse, alice)
    for page in (mine, theirs):
        assert f'src="/games/{game.code}/board.png?v={Game.objects.get().version}' in page
        assert "Alice drew a card from the deck." in page


def test_the_list_of_games_costs_as_many_queries_for_five_games_as_for_one(
    begin, browse, alice, bob
):
    client = browse(alice)
    begin(alice, bob)
    client.get("/")
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    for _ in range(4):
        begin(alice, bob)
    with CaptureQueriesContext(connection) as five:
        client.get("/")
    assert len(five) == len(one)


def test_the_picture_of_a_state_is_kept_by_the_browser_and_another_is_asked_for_anew(
    begin, browse, alice, bob
):
    game = begin(alice, bob)
    address = f"/games/{game.code}/board.png"
    kept = browse(alice).get(f"{address}?v={game.version}")
    assert kept.content.startswith(b"\x89PNG")
    assert "immutable" in kept["Cache-Control"]
    assert "private" in kept["Cache-Control"]
    for other in ("", "?v=1", "?v=x"):
        assert "no-cache" in browse(alice).get(address + other)["Cache-Control"]


def test_nobody_sees_the_picture_of_a_private_table_of_others(begin, browse, alice, bob, charlie):
    game = begin(alice, bob)
    Game.objects.update(public=False)
    address = f"/games/{game.code}/board.png"
    assert browse(bob).get(address).status_code == 200
    assert browse(charlie).get(address).status_code == 404
    assert Client().get(address).status_code == 404


def test_the_picture_tells_nothing_of_a_hand(begin, browse, alice, bob):
    game = begin(alice, bob)
    address = f"/games/{game.code}/board.png"
    before = browse(alice).get(address).content
    assert before == browse(bob).get(address).content
    keep_all(game, 0, 1)
    assert browse(alice).get(address).content == before
