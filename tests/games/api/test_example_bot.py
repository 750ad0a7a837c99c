"""The example bot plays a whole game on each board, by the API alone."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import replace
from types import ModuleType

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

import engine
from games import log
from games.lobby import GameOptions, create_game, invite_bot_account
from games.people.models import Person
from games.play import play_bots
from games.play.bots import play_as_bot
from games.players import rate_finished_games
from games.players.models import BOT_ACCOUNTS, PEOPLE, Rating
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.games import NOW
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
def test_a_bot_account_finds_a_table_and_plays_a_whole_game(
    api: Api, alice: Person, robby: Person, board: str
) -> None:
    seats = min(engine.load_board(board).seat_counts)
    options = GameOptions(board=board, seats=seats, bots=["random"] * (seats - 2))
    # By invitation where the table admits no others, and on one board because it does.
    game = create_game(
        organiser=alice, options=replace(options, bot_accounts=board == "usa"), now=NOW
    )
    if not game.bot_accounts:
        invite_bot_account(game=game, organiser=alice, name="Robby", now=NOW)
    headers = api(robby, ["games:read", "games:move", "lobby:write"]).headers
    transport = httpx.WSGITransport(app=get_wsgi_application())
    with httpx.Client(
        base_url="http://testserver/api/v1/", headers=headers, transport=transport
    ) as site:
        bot = example().Bot(site)
        assert (bot.seek(), bot.seek()) == (1, 0)
        for _look in range(1000):
            if not bot.play_waiting() and not play_for(game, alice):
                play_bots(game=game, now=NOW)
                game.refresh_from_db()
                if game.status != GameStatus.RUNNING:
                    break
    assert game.status == GameStatus.FINISHED
    assert game.result["scores"]
    rate_finished_games(now=NOW)
    assert not Rating.objects.filter(pool=PEOPLE).exists()
    assert Rating.objects.filter(person=robby, pool=BOT_ACCOUNTS).exists() is (seats == 2)


def play_for(game: Game, person: Person) -> bool:
    """Make any move for a person; whether there was one to make."""
    seat = Seat.objects.filter(game=game, person=person, decision__isnull=False).first()
    if seat is None or Game.objects.get(pk=game.pk).status != GameStatus.RUNNING:
        return False
    state = log.load(game)
    dice = random.Random(state.seq)
    play_as_bot(game=game, state=state, seat=seat.number, bot="random", now=NOW, dice=dice)
    return True


def test_the_bot_is_short() -> None:
    assert len(SOURCE.read_text().splitlines()) < 150
