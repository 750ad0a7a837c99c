"""Bots that search: decided by a worker, in a process of its own, within bounds."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from django.test import Client
from pytest_django import Settings

import engine
from engine.actions import Draw
from engine.bots import BOTS, choose_action, planner
from engine.cli import think
from games import log
from games.notifications import leases
from games.people.models import Person
from games.play import bot_process, play_waiting_bots
from games.play.bot_queue import think_for_bots
from games.play.bots import dice_seed
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.odd_bots import ODD_BOTS
from tests.paths import ROOT


@pytest.fixture(autouse=True)
def odd_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots that are no quick ones, played by an engine of the tests."""
    for name in ODD_BOTS:
        monkeypatch.setitem(BOTS, name, planner.decide)  # type: ignore[arg-type]
    program = str(ROOT / "tests" / "fixtures" / "odd_bots.py")
    monkeypatch.setattr(bot_process, "COMMAND", [sys.executable, program, "think"])
    bot_process.end_idle()
    yield
    bot_process.end_idle()


@pytest.fixture
def game(begin: Starter, alice: Person) -> Game:
    return begin(alice, bots=["slow"])


def setup_of(game: Game) -> set[int]:
    return set(log.load(game).pending)


def test_a_bot_that_searches_is_not_asked_within_a_request(
    game: Game, alice: Person, client: Client
) -> None:
    client.force_login(alice)
    assert client.get(f"/games/{game.code}/").status_code == 200
    keep_all(game, 0)
    assert play_waiting_bots(now=NOW) == 0
    assert setup_of(game) == {1}


def test_a_worker_lets_it_choose_what_it_would_choose(game: Game) -> None:
    state = log.load(game)
    assert think_for_bots(now=NOW) == 1
    dice = Random(dice_seed(game, 1, state.decision_seqs[1]))
    wanted = choose_action("planner", engine.view(state, 1), dice)
    assert [line.action for line in log.events(game) if line.seat == 1] == [wanted]
    assert Seat.objects.get(game=game, number=1).thinking_until is None


def test_it_goes_on_until_a_person_is_to_move_and_quick_bots_go_with_it(
    begin: Starter, alice: Person
) -> None:
    game = begin(alice, bots=["slow", "random"])
    assert think_for_bots(now=NOW) == 2
    keep_all(game, 0)
    act(game, 0, Draw("blind"), Draw("blind"))
    while think_for_bots(now=NOW):
        pass
    assert log.load(game).turn_seat == 0


def test_one_process_answers_many_questions(begin: Starter, alice: Person, game: Game) -> None:
    begin(alice, bots=["slow"])
    think_for_bots(now=NOW)
    (process,) = bot_process._idle
    assert process.answers == 2


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("endless", "too long"),
        ("dying", "was killed"),
        ("greedy", "too much memory"),
        ("faulty", "ZeroDivisionError"),
    ],
)
def test_the_planner_decides_in_place_of_one_that_goes_beyond_its_bounds(
    begin: Starter,
    alice: Person,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    bot: str,
    why: str,
) -> None:
    settings.BOT_SECONDS = 1
    game = begin(alice, bots=[bot])
    with caplog.at_level(logging.WARNING):
        assert think_for_bots(now=NOW) == 1
    assert setup_of(game) == {0}
    assert why in caplog.text
    assert "The planner decides." in caplog.text
    assert not bot_process._idle


def test_a_decision_in_the_hands_of_a_worker_is_left_to_it_until_it_seems_dead(
    game: Game,
) -> None:
    Seat.objects.filter(game=game, number=1).update(thinking_until=NOW + timedelta(seconds=9))
    assert think_for_bots(now=NOW) == 0
    assert think_for_bots(now=NOW + timedelta(seconds=10)) == 1


def test_a_retry_after_a_worker_died_makes_the_same_move(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def killed(**move: object) -> None:
        made.append(move["actions"])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("games.play.bot_queue.submit_action", killed)
        with pytest.raises(KeyboardInterrupt):
            think_for_bots(now=NOW)
    assert think_for_bots(now=NOW + timedelta(seconds=60)) == 1
    moved = [[line.action] for line in log.events(game) if line.seat == 1]
    assert moved == made


def test_no_more_think_at_a_time_than_the_site_wishes(game: Game, settings: Settings) -> None:
    settings.BOT_WORKERS = 1
    with leases.single_run("think 0", now=NOW) as alive:
        assert alive
        assert think_for_bots(now=NOW) == 0
    assert think_for_bots(now=NOW) == 1


def test_a_game_that_fails_does_not_keep_the_others_waiting(
    begin: Starter, alice: Person, game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    begin(alice, bots=["slow"])
    Game.objects.filter(pk=game.pk).update(board_digest="another")
    assert think_for_bots(now=NOW) == 1
    assert think_for_bots(now=NOW + timedelta(seconds=30)) == 0
    assert f"Bots failed in game {game}" in caplog.text


def test_a_bot_that_searches_sees_what_a_person_in_its_seat_would(game: Game) -> None:
    """The process is told the log; its view is made there, and the bot is given no more."""
    question = bot_process.question_about(game, seat=1)
    view = think.seen(question)
    assert view.seat == 1
    assert not sum(view.hands[0].values())
    assert not view.offered[0]


@pytest.mark.usefixtures("_hints_are_waited_for")
@pytest.mark.django_db(transaction=True)
def test_a_worker_is_asked_at_once_for_a_bot_that_searches(
    begin: Starter, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task",
        lambda self, name, args=(), **options: asked.append((name, options.get("countdown"))),
    )
    begin(alice, bots=["slow"])
    assert ("games.think_for_bots", None) in asked
    assert "games.play_bots" not in dict(asked)


def test_the_process_gets_no_secret_of_the_site(
    game: Game, settings: Settings, now: datetime
) -> None:
    question = bot_process.question_about(game, ask="choose")
    assert bytes(game.secret).hex() not in str(question)
    with bot_process.bot_process() as process, open(f"/proc/{process.pid}/environ") as file:
        words = file.read()
    assert "SECRET" not in words
    assert "DATABASE" not in words
