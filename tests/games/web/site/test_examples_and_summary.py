"""The drawn examples of the rules, and the turn on one page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from games.web.site.examples import EXAMPLES
from tests.paths import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_example_stands_below_its_ruling(client: Client, language: str) -> None:
    page = client.get("/rules/", headers={"accept-language": language}).content.decode()
    for ruling in EXAMPLES:
        place = page.index(f"<strong>{ruling}</strong>")
        following = page.find("<p><strong>", place + 1)
        assert place < page.index(f'id="example-{ruling}"') < following, ruling


def test_every_part_of_the_rules_of_play_has_an_example() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    groups = re.split(r"^#{2,3} ", text, flags=re.MULTILINE)[1:]
    groups = [group for group in groups if not group.startswith("P.")]
    for group in groups:
        rulings = re.findall(r"^\*\*([BJA]-\d+)\*\*", group, re.MULTILINE)
        assert not rulings or set(rulings) & set(EXAMPLES), group[:40]


@pytest.mark.parametrize("key", engine.board_names())
def test_a_turn_on_one_page_has_what_the_board_has(client: Client, key: str) -> None:
    board = engine.load_board(key)
    page = client.get(f"/rules/{key}/").content.decode()
    assert ("bullet" in page) == (board.bullet_trains is not None)
    assert ("tunnel" in page) == any(track.turns_up for track in board.tracks.values())
    assert (" rack." in page) == (board.teams is not None)
    assert f"{board.final_round.trains} trains or fewer" in page


def test_there_is_no_turn_on_a_board_that_is_not(client: Client) -> None:
    assert client.get("/rules/atlantis/").status_code == 404
