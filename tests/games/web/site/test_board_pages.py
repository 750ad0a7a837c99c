"""The page of all boards and the page of each: what they say, and the doors that they open."""

from __future__ import annotations

import re

import pytest
from django.utils.html import escape

import engine
from games.language.mechanics import mechanics_of
from games.practice.models import Guest, PracticeGame
from games.statistics.models import BoardSum
from games.tables.models import Game

ADDRESSES = ["/boards/", *(f"/boards/{key}/" for key in engine.board_names())]


def a_sum(kind: str, number: int, total: int, key: str = "", board: str = "usa") -> None:
    BoardSum.objects.create(
        board=board, seats=2, teams=False, with_bots=False, kind=kind, key=key,
        number=number, total=total,
    )  # fmt: skip


def test_the_page_of_boards_names_each_with_its_mechanics(browse, db):
    page = browse().get("/boards/").content.decode()
    for key in engine.board_names():
        board = engine.load_board(key)
        assert f'href="/boards/{key}/">{board.name}</a>' in page
        for sentence in mechanics_of(board):
            assert escape(sentence) in page


@pytest.mark.parametrize("key", engine.board_names())
def test_a_board_leads_to_rules_statistics_lessons_and_players(browse, db, key):
    page = browse().get(f"/boards/{key}/").content.decode()
    statistics = f"/boards/{key}/statistics/"
    for address in ("/rules/", f"/rules/{key}/", statistics, f"/lobby/?board={key}", "/boards/"):
        assert f'href="{address}"' in page
    for action in (f"/learn/{key}/begin/", f"/learn/{key}/practice/"):
        assert f'<form method="post" action="{action}">' in page


def test_who_is_signed_in_plays_a_bot_in_a_game_of_their_own(browse, alice):
    page = browse(alice).get("/boards/usa/").content.decode()
    assert '<form method="post" action="/lobby/bots/usa/">' in page
    assert "/learn/usa/practice/" not in page
    assert page.count("<option") >= 5
    browse(alice).post("/lobby/bots/usa/", {"level": "level-1"})
    assert Game.objects.get().seats.filter(bot="level-1").count() == 1


def test_a_guest_plays_a_bot_by_the_same_button(browse, db):
    answer = browse().post("/learn/usa/practice/", {"level": "level-1"})
    assert answer.status_code == 302
    assert PracticeGame.objects.get().game.board == "usa"


@pytest.mark.parametrize("address", ADDRESSES)
def test_reading_about_boards_changes_nothing(browse, db, address):
    assert browse().get(address).status_code == 200
    assert not Game.objects.exists()
    assert not Guest.objects.exists()


@pytest.mark.parametrize("address", ["/learn/usa/practice/", "/learn/usa/begin/"])
def test_a_game_begins_by_post_alone(browse, db, address):
    assert browse().get(address).status_code == 405
    assert not Game.objects.exists()


def test_a_board_without_games_has_an_estimated_length(browse, db):
    page = browse().get("/boards/usa/").content.decode()
    turns = round(engine.load_board("usa").typical_length(2) / 3.4 / 2)
    assert f'<td>2</td><td class="numbers">{turns}</td>' in page
    assert "this is an estimate, at a turn a day" in page
    assert " games)" not in page
    assert "Too few public games among people" in page


def test_a_board_with_enough_games_tells_how_long_they_took_and_how_they_went(browse, db):
    a_sum("games", 0, 6)
    a_sum("turns", 90, 6)
    a_sum("days", 21, 6)
    a_sum("winners", 0, 6)
    a_sum("won_points", 0, 660, "routes")
    a_sum("kept", 0, 20, "boston-miami")
    a_sum("completed", 0, 15, "boston-miami")
    page = re.sub(r"\s+", " ", browse().get("/boards/usa/").content.decode())
    row = '<td>2</td><td class="numbers">45</td><td>21 days <span class="quiet small">(6 games)'
    assert row in page
    assert "this is an estimate, at a turn a day" in page
    assert "6 public games among 2 people." in page
    assert "Winners have 110.0 points in the mean." in page
    assert "Of the tickets kept, 75% are completed." in page


def test_the_page_of_boards_asks_for_the_lengths_of_all_at_once(
    browse, db, django_assert_max_num_queries
):
    with django_assert_max_num_queries(3):
        browse().get("/boards/")


def test_the_first_game_is_on_the_smallest_board_with_the_basic_rules(browse, db):
    page = browse().get("/").content.decode()
    assert '<form method="post" action="/learn/lantern-island/begin/">' in page
    lessons = browse().get("/learn/").content.decode()
    assert lessons.index("Lantern Island") < lessons.index("USA") < lessons.index("Team Asia")
    boards = browse().get("/boards/").content.decode()
    assert boards.index("Lantern Island</a>") < boards.index("USA</a>") < boards.index("Japan</a>")


def test_the_way_to_the_boards_stands_on_every_page(browse, alice):
    for reader in (browse(), browse(alice)):
        assert '<a href="/boards/">Boards</a>' in reader.get("/rules/").content.decode()
    assert 'aria-current="page">Boards</a>' in browse().get("/boards/").content.decode()
