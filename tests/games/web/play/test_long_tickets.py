"""Long tickets are told apart where their player chooses and holds tickets (M-6)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from engine import record
from engine.actions import Keep
from engine.board import loading
from games import log
from games.log.records import complete_record
from games.people.models import Person
from games.tables.models import Game
from tests.engine.mechanics import long_tickets, ring_file
from tests.fixtures.games import Starter, act
from tests.fixtures.mail import text_of
from tests.games.notifications.mail.test_privacy import parsed, written

BADGE = '<span class="badge badge-quiet">long</span>'
Browse = Callable[[Person], Client]


@pytest.fixture
def game(
    begin: Starter, alice: Person, bob: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """The first choice on a board of this test alone."""
    path = tmp_path / "long-ring.json"
    path.write_text(json.dumps(ring_file(long_tickets)), encoding="utf-8")
    monkeypatch.setattr(loading, "BOARD_FOLDER", tmp_path)
    return begin(alice, bob, board="long-ring")


def test_the_first_choice_marks_the_long_ticket(game: Game, browse: Browse, alice: Person) -> None:
    """M-6"""
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert "keep at least 2 of 4." in page
    assert "A long ticket is offered now and never again" in page
    assert page.count('name="ticket"') == 4
    assert page.count(BADGE) == 1
    text = text_of(parsed(written(game, 0)))
    assert text.count("points, long ticket)") == 1
    assert "keep at least 2 of 4" in text


def test_a_long_ticket_stays_marked_with_its_player_alone(
    game: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    """M-6, B-15"""
    offered = log.load(game).offered
    act(game, 0, Keep(offered[0][:2]))
    act(game, 1, Keep(offered[1][1:3]))
    for person, marks in ((alice, 1), (bob, 0)):
        page = browse(person).get(f"/games/{game.code}/").content.decode()
        assert page.count(BADGE) == marks
    assert "long ticket" not in text_of(parsed(written(game, 1)))
    assert record.check(complete_record(game), running=True) == []


def test_the_page_of_the_board_lists_and_marks_them(game: Game, browse: Browse) -> None:
    page = Client().get("/boards/long-ring/").content.decode()
    assert page.count(BADGE) == 6
    facts = Client().get("/api/v1/boards/long-ring/").json()
    assert [ticket["long"] for ticket in facts["tickets"]].count(True) == 6
    assert facts["first_tickets"] == {"offer": 4, "keep": 2, "long": 1}
