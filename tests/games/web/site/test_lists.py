"""Whether lists of games have changed: the mark of a page against the games of today."""

from __future__ import annotations

import re

from django.test import Client

from engine.actions import Claim
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, act
from tests.fixtures.pages import Browse

RED = Claim("atlanta-nashville-gray", "red")


def address_of(client: Client, page: str) -> str:
    """The address that the lists of a page ask."""
    text = client.get(page).content.decode()
    found = re.search(r'id="lists" hidden data-url="([^"]+)" data-mark="([0-9a-f]+)"', text)
    assert found
    return f"{found[1]}known={found[2]}".replace("&amp;", "&")


def test_nothing_has_changed_until_a_game_of_the_reader_goes_on(
    red_hand: Game, browse: Browse, bob: Person, charlie: Person
) -> None:
    readers = [browse(bob), browse(charlie)]
    pages = [address_of(client, "/") for client in readers]
    assert [c.get(url).status_code for c, url in zip(readers, pages, strict=True)] == [204, 204]
    act(red_hand, 0, RED)
    assert [c.get(url).status_code for c, url in zip(readers, pages, strict=True)] == [205, 204]


def test_the_lobby_asks_for_public_tables_alone(browse: Browse, alice: Person, bob: Person) -> None:
    for client in (browse(bob), browse()):
        url = address_of(client, "/lobby/")
        create_game(
            organiser=alice, options=GameOptions(board="usa", seats=2, public=False), now=NOW
        )
        assert client.get(url).status_code == 204
        create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
        answer = client.get(url)
        assert answer.status_code == 205
        assert answer["Cache-Control"] == "private, no-store"


def test_a_page_without_a_mark_is_old(browse: Browse) -> None:
    assert browse().get("/lists/").status_code == 205
    assert browse().post("/lists/").status_code == 405
