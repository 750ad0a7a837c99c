"""From the page of a board to players: its tables, and a table of one's own on it."""

from __future__ import annotations

import re

import pytest

from games.lobby import GameOptions, create_game
from games.tables.models import Game
from tests.fixtures.games import NOW


def test_find_players_shows_the_tables_of_the_board_alone(browse, alice, bob):
    for board in ("usa", "lantern-island"):
        create_game(organiser=bob, options=GameOptions(board=board, seats=2, name=board), now=NOW)
    page = browse(alice).get("/lobby/?board=lantern-island").content.decode()
    assert 'href="/lobby/new/?board=lantern-island"' in page
    tables = page[page.index("open-title") : page.index("bots-title")]
    assert "lantern-island</" in tables
    assert "usa</" not in tables


@pytest.mark.parametrize(
    ("query", "board", "seats"),
    [
        ("?board=lantern-island", "lantern-island", 3),
        ("?board=team-asia", "team-asia", 4),
        ("?board=atlantis", "japan", 3),
        ("", "japan", 3),
    ],
)
def test_a_new_table_is_proposed_on_that_board(browse, alice, query, board, seats):
    page = browse(alice).get(f"/lobby/new/{query}").content.decode()
    assert re.findall(r'name="board" value="([\w-]+)"[^>]*checked', page) == [board]
    assert f'<option value="{seats}" selected>' in page


def options_of(page: str, name: str) -> list[str]:
    select = re.search(rf'<select name="{name}".*?</select>', page, re.S)
    assert select is not None
    return re.findall(r'<option value="(\d+)"', select[0])


@pytest.mark.parametrize(
    ("board", "seats", "teams"),
    [("usa", ["2", "3", "4", "5"], False), ("team-asia", ["4", "6"], True)],
)
def test_a_new_table_offers_what_its_board_allows(browse, alice, board, seats, teams):
    page = browse(alice).get(f"/lobby/new/?board={board}").content.decode()
    assert options_of(page, "seats") == seats
    assert options_of(page, "bots") == [str(count) for count in range(int(seats[-1]))]
    assert ("<div data-teams>" in page) == teams


def test_without_scripts_a_button_shows_what_the_chosen_board_allows(browse, alice):
    client = browse(alice)
    filled = {"board": "team-asia", "seats": "3", "bots": "1", "name": "Night", "choose": "1"}
    answer = client.post("/lobby/new/", filled)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert options_of(page, "seats") == ["4", "6"]
    assert 'value="Night"' in page
    assert "<div data-teams>" in page
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "name", ["board", "seats", "days_per_turn", "bank", "replace_after", "bot"]
)
def test_without_scripts_a_choice_that_is_not_offered_is_left_out(browse, alice, name):
    filled = {"board": "usa", "seats": "2", name: "9999-12-31T23:59", "choose": "1"}
    answer = browse(alice).post("/lobby/new/", filled)
    assert answer.status_code == 200
    assert "9999" not in answer.content.decode()


def test_a_number_that_the_board_does_not_take_is_refused_with_its_numbers(browse, alice):
    filled = {"board": "team-asia", "seats": "3", "bots": "0", "bot": "planner"}
    answer = browse(alice).post("/lobby/new/", filled)
    assert answer.status_code == 422
    assert "Team Asia takes 4 or 6 players." in answer.content.decode()


def test_an_invitation_can_be_copied_or_shared_and_is_a_link_without_scripts(browse, alice):
    create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
    page = browse(alice).get("/lobby/").content.decode()
    link = re.search(r'<a class="invitation" href="([^"]+)"', page)
    assert link is not None
    assert f'data-link-tools="{link[1]}"' in page
    assert "copy-link.js" in page
