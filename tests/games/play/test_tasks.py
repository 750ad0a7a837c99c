from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now

from games import log, tasks
from games.lobby import GameOptions, create_game
from games.people.models import Person
from tests.fixtures.games import Starter
from ttr_site.celery import app


@pytest.mark.parametrize("task", ["games.play_waiting_bots", "games.expire_lobbies"])
def test_the_beat_knows_every_sweep_by_its_name(task: str) -> None:
    app.loader.import_default_modules()
    assert task in app.tasks
    entries = [entry for entry in app.conf.beat_schedule.values() if entry["task"] == task]
    assert len(entries) == 1
    assert entries[0]["options"]["expires"] <= entries[0]["schedule"]


def test_every_task_of_the_beat_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_the_task_lets_bots_move(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    tasks.play_bots_task(game.pk)
    tasks.play_bots_task(game.pk)
    assert log.load(game).pending == {0: "setup"}


def test_the_sweep_lets_bots_move(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    tasks.play_waiting_bots()
    assert log.load(game).pending == {0: "setup"}


def test_the_sweep_of_the_lobby_cancels_what_is_old(alice: Person) -> None:
    game = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=2), now=now() - timedelta(days=31)
    )
    tasks.expire_lobbies()
    game.refresh_from_db()
    assert game.status == "cancelled"
