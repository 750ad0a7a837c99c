"""The example bot as a program of its own, at a site that listens on a port."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from django.utils.timezone import now
from pytest_django.live_server_helper import LiveServer

import engine
from games.accounts.tokens import create_token
from games.api.authentication import RequestLimit
from games.lobby import GameOptions, create_game
from games.people.models import Person
from games.play.bots import play_waiting_bots
from games.tables.models import Game, GameStatus
from tests.conftest import PeopleFactory
from tests.paths import ROOT

PATIENCE = 240
"""Seconds for a game."""
SCOPES = ("games:read", "games:move", "lobby:write", "bot:become")


def check_goes_on(program: subprocess.Popen[bytes], until: float) -> None:
    assert program.poll() is None
    assert time.monotonic() < until


@pytest.mark.machine_clock
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("board", engine.board_names())
def test_the_program_becomes_a_bot_account_and_plays_a_whole_game(
    live_server: LiveServer,
    people: PeopleFactory,
    monkeypatch: pytest.MonkeyPatch,
    board: str,
) -> None:
    monkeypatch.setattr(RequestLimit, "PER_MINUTE", dict.fromkeys(RequestLimit.PER_MINUTE, 100_000))
    robot = people("Robby")
    _row, token = create_token(person=robot, name="bot", scopes=SCOPES, days=365, now=now())
    bots = min(engine.load_board(board).seat_counts) - 1
    with subprocess.Popen(
        [sys.executable, ROOT / "examples/bot/bot.py", live_server.url, "Bob, bob.example"],
        env={**os.environ, "NIGHT_MAIL_TOKEN": token, "NIGHT_MAIL_PAUSE": "0.02"},
    ) as program:
        try:
            until = time.monotonic() + PATIENCE
            while not Person.objects.get(pk=robot.pk).is_bot_account:
                check_goes_on(program, until)
                time.sleep(0.05)
            options = GameOptions(board=board, seats=bots + 1, bots=["random"] * bots)
            game = create_game(organiser=robot, options=options, now=now())
            while Game.objects.get(pk=game.pk).status == GameStatus.RUNNING:
                check_goes_on(program, until)
                play_waiting_bots(now=now())
                time.sleep(0.02)
        finally:
            program.terminate()
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert game.with_bot_account
