"""The example bot plays a whole game on each board, by the API alone."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

import engine
from games.people.models import Person
from games.play import play_bots
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW, Starter
from tests.games.api.conftest import Api
from tests.paths import ROOT

SOURCE = ROOT / "examples" / "bot" / "bot.py"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def _connections_stay():
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.usefixtures("_connections_stay")
@pytest.mark.parametrize("board", engine.board_names())
def test_the_bot_plays_a_whole_game(begin: Starter, api: Api, alice: Person, board: str) -> None:
    others = min(engine.load_board(board).seat_counts) - 1
    game = begin(alice, board=board, bots=["random"] * others)
    headers = api(alice, ["games:read", "games:move"]).headers
    transport = httpx.WSGITransport(app=get_wsgi_application())
    with httpx.Client(
        base_url="http://testserver/api/v1/", headers=headers, transport=transport
    ) as site:
        bot = example().Bot(site)
        for _look in range(1000):
            if not bot.play_waiting():
                play_bots(game=game, now=NOW)
                game.refresh_from_db()
                if game.status != GameStatus.RUNNING:
                    break
    assert Game.objects.get().status == GameStatus.FINISHED
    assert Game.objects.get().result["scores"]


def test_the_bot_is_short() -> None:
    assert len(SOURCE.read_text().splitlines()) < 150
