"""From the page of a board to players: its tables, and a table of one's own on it."""

from __future__ import annotations

import re

import pytest

from games.lobby import GameOptions, create_game
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
