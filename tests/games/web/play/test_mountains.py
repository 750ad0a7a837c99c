"""Mountain routes on the pages of a game: what a claim takes, the pile, the final scores (M-5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from engine.board import loading
from games import log
from games.people.models import Person
from games.tables.models import Game
from tests.engine.mechanics import mountains, ring_file
from tests.fixtures.games import NOW, Starter
from tests.games.leagues.conftest import play_out

Browse = Callable[[Person], Client]


@pytest.fixture
def game(
    begin: Starter, alice: Person, bob: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Game:
    """A game played out on a board of this test alone."""
    path = tmp_path / "mountain-ring.json"
    path.write_text(json.dumps(ring_file(mountains)), encoding="utf-8")
    monkeypatch.setattr(loading, "BOARD_FOLDER", tmp_path)
    game = begin(alice, bob, board="mountain-ring")
    play_out(game, NOW)
    return game


def test_pages_tell_of_mountains_and_connected_cities(
    game: Game, browse: Browse, alice: Person
) -> None:
    """M-5, M-9, B-13"""
    client = browse(alice)
    outcome = log.load(game).outcome
    assert outcome is not None
    page = client.get(f"/games/{game.code}/").content.decode()
    for words in (">Mountains</th>", ">Connected cities</th>", "each peak takes one more train"):
        assert words in page
    for score in outcome.scores:
        assert f">{score.mountain_bonus}<br>" in page
    replay = client.get(f"/games/{game.code}/replay/?at=20").content.decode()
    assert 'data-fact="mountain_trains"' in replay
    board = client.get("/boards/mountain-ring/").content.decode()
    assert "mountain, 1 crossing" in board
    summary = client.get("/rules/mountain-ring/").content.decode()
    assert "the most completed tickets, the most mountain routes claimed." in summary
