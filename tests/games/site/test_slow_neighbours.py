"""Brokers and databases on this machine that take a connection and never answer, or refuse it."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from celery import Celery
from django.test import Client

from games.common import jobs
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import Starter, keep_all
from tests.paths import ROOT
from ttr_site.celery import (
    ACCOUNTS_QUEUE,
    BOT_QUEUE,
    MAIL_QUEUE,
    PICTURE_QUEUE,
    QUEUE,
    WEBHOOK_QUEUE,
    app,
)


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that takes every connection and never says anything."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listening:
        yield int(listening.getsockname()[1])


@pytest.fixture
def nobody() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.fixture
def messenger(monkeypatch: pytest.MonkeyPatch) -> jobs._Messenger:
    """One that has no line to a broker yet."""
    new = jobs._Messenger()
    monkeypatch.setattr(jobs, "_messenger", new)
    return new


@pytest.fixture
def waits(messenger: jobs._Messenger, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each hint delayed its sender, in seconds."""
    spent: list[float] = []
    send = messenger.send

    def timed(*args: object, **options: object) -> None:
        began = time.monotonic()
        send(*args, **options)
        spent.append(time.monotonic() - began)

    monkeypatch.setattr(messenger, "send", timed)
    return spent


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    return game


def move(alice: Client, game: Game) -> int:
    """Draw two cards, which the next player is told; the status of the last answer."""
    answer = None
    for _ in range(2):
        decision = game.seats.get(number=0).decision
        fields = {"decision": decision, "text": "draw blind"}
        answer = alice.post(f"/games/{game.code}/act/", fields)
    assert answer is not None
    return answer.status_code


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", ["silent", "nobody"])
@pytest.mark.parametrize("broker", ["redis://127.0.0.1:{}/0", "amqp://guest:guest@127.0.0.1:{}//"])
def test_a_broker_that_hangs_or_refuses_costs_a_move_a_moment(
    game: Game,
    client: Client,
    alice: Person,
    waits: list[float],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    broker: str,
    where: str,
) -> None:
    port = request.getfixturevalue(where)
    away = Celery("away", broker=broker.format(port), set_as_current=False)
    monkeypatch.setattr(jobs, "current_app", away)
    client.force_login(alice)
    assert move(client, game) in (200, 302)
    game.refresh_from_db()
    assert game.seats.get(number=1).kind == "turn", "the move was made"
    assert waits, "no hint was given"
    # 0.1 s by the clock of the messenger; the rest is for a machine that has much to do. Without a
    # bound it would be 5 s and more.
    assert sum(waits) < 1.5
    for _ in range(200):
        jobs._messenger.send("games.nothing", ())
    assert sum(waits) < 3, "a broker known to be away is not waited for"


@pytest.mark.django_db(transaction=True)
def test_hints_reach_a_broker_that_has_come_back(
    messenger: jobs._Messenger, monkeypatch: pytest.MonkeyPatch, nobody: int
) -> None:
    away = Celery("away", broker=f"redis://127.0.0.1:{nobody}/0", set_as_current=False)
    monkeypatch.setattr(jobs, "current_app", away)
    monkeypatch.setattr(jobs, "REST", 1.0)
    messenger.send("games.nothing", ())
    while not messenger._rests_until:
        time.sleep(0.01)  # it is on its way to find out
    here = Celery("here", broker="memory://", set_as_current=False)
    monkeypatch.setattr(jobs, "current_app", here)
    with here.connection_for_read() as line, line.SimpleQueue("celery") as queue:
        messenger.send("games.lost", ())
        time.sleep(1.1)
        messenger.send("games.found", ())
        assert queue.get(timeout=5).headers["task"] == "games.found"
        assert len(queue) == 0


def test_what_waits_for_other_peoples_servers_has_queues_of_its_own() -> None:
    queues = {entry["task"]: queue_of(entry["task"]) for entry in app.conf.beat_schedule.values()}
    assert queues.pop("games.send_waiting_notices") == MAIL_QUEUE
    assert queues.pop("games.tell_operators") == MAIL_QUEUE
    assert queues.pop("games.send_deliveries") == WEBHOOK_QUEUE
    assert queues.pop("games.send_account_mails") == ACCOUNTS_QUEUE
    assert queues.pop("games.make_animations") == PICTURE_QUEUE
    assert queue_of("games.make_animation") == PICTURE_QUEUE
    assert queues["games.sweep_deadlines"] == QUEUE
    assert queues["games.play_waiting_bots"] == QUEUE
    for task in ("think_for_bots", "make_hints", "make_reviews"):
        assert queues[f"games.{task}"] == BOT_QUEUE
    known = {QUEUE, ACCOUNTS_QUEUE, MAIL_QUEUE, WEBHOOK_QUEUE, PICTURE_QUEUE, BOT_QUEUE}
    assert len(known) == 6
    assert {queue.name for queue in app.conf.task_queues} == known


def queue_of(task: str) -> str:
    found = app.amqp.router.route({}, task)
    return str(found["queue"].name)


@pytest.mark.slow
def test_a_database_that_hangs_is_reported_in_time(silent: int, nobody: int) -> None:
    """By a real web server: it answers 503, again and again, before who asks gives up."""
    variables = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "DATABASE_URL": f"postgres://nobody@127.0.0.1:{silent}/nothing",
        "NIGHT_MAIL_BIND": f"127.0.0.1:{nobody}",
        "NIGHT_MAIL_WEB_WORKERS": "1",
        "NIGHT_MAIL_LOG_LEVEL": "CRITICAL",
    }
    command = [sys.executable, "-m", "gunicorn", "ttr_site.wsgi"]
    server = subprocess.Popen(
        [*command, "--config", "python:ttr_site.gunicorn", "--log-level", "critical"],
        cwd=ROOT,
        env=variables,
    )
    try:
        until_it_listens(nobody)
        health_of(nobody, patience=60)  # it listens before the program is loaded
        with ThreadPoolExecutor(3) as askers:  # more often than there are threads to hang
            answers = list(askers.map(health_of, [nobody] * 6))
        assert answers == [(503, {"database": "down"})] * 6
    finally:
        server.kill()
        server.wait()


def health_of(port: int, patience: float = 4) -> tuple[int, object]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
    line.request("GET", "/healthz", headers={"Host": "localhost"})
    answer = line.getresponse()
    found = json.loads(answer.read())
    line.close()
    return answer.status, found


def until_it_listens(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the web server did not start")


def test_a_hundred_requests_for_one_run_make_two_runs(
    messenger: jobs._Messenger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at once, and one that begins after the last of them."""
    sent: list[dict[str, object]] = []
    monkeypatch.setattr(messenger, "send", lambda task, args, **options: sent.append(options))
    monkeypatch.setattr(jobs, "SPACING", 1_000.0)
    for _ in range(100):
        messenger.ask("games.nothing")
    assert len(sent) == 2
    at_once, later = sent
    assert "countdown" not in at_once
    assert later["countdown"] > 900  # type: ignore[operator]
    messenger.ask("games.something_else")
    assert len(sent) == 3
