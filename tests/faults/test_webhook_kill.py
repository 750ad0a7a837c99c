"""A worker that is killed while it calls webhooks: nothing lost, one call double, and the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.db.models import QuerySet
from django.utils.timezone import now
from pytest_django import Settings

from games.notifications.models import Delivery, DeliveryStatus
from games.notifications.webhooks.registration import save_webhook
from tests.conftest import PeopleFactory
from tests.faults.conftest import Machines, until
from tests.faults.test_workers import start
from tests.paths import ROOT

GAMES = 4
CALLS = 2 * GAMES

pytestmark = pytest.mark.services

OUTBOX = f"""
from datetime import UTC, datetime
from games.lobby import create_game, join_game
from games.lobby.options import GameOptions
from games.people.models import Person
from games.notifications.webhooks.registration import save_webhook
at = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)
people = []
for name in ("Alice", "Bob"):
    person = Person.objects.create_user(email=name + "@example.org", name=name, password="x")
    save_webhook(person=person, style="json", url="{{url}}", now=at)
    people.append(person)
for _ in range({GAMES}):
    game = create_game(
        organiser=people[0], options=GameOptions(board="usa", seats=2), now=at
    )
    join_game(game=game, person=people[1], admission=False, now=at)
"""

RUN = """
from datetime import UTC, datetime
from games.notifications.pump import fan_out, run_deliveries
at = datetime(2026, 11, 21, {hour}, 30, tzinfo=UTC)
fan_out(now=at)
print(run_deliveries(now=at))
"""


class Listener:
    """A server that calls `kill` when call number `deadly` has come in, before it answers."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.deadly = 0
        self.kill: Callable[[], object] = lambda: None
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.taken.append(body)
                if len(listener.taken) == listener.deadly:
                    listener.kill()
                # Whom this answer is for may be dead.
                with suppress(ConnectionError):
                    self.send_response(204)
                    self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"


@pytest.fixture
def listener() -> Iterator[Listener]:
    known = Listener()
    thread = threading.Thread(target=known.server.serve_forever, daemon=True)
    thread.start()
    yield known
    known.server.shutdown()
    thread.join()
    known.server.server_close()


@pytest.fixture
def site(listener: Listener, tmp_path: Path) -> dict[str, str]:
    """The environment of a site on which everybody's webhook waits for calls."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'night-mail.sqlite3'}",
        "NIGHT_MAIL_WEBHOOK_HOSTS": listener.host,
    }
    outbox = OUTBOX.format(url=f"http://{listener.host}/hook")
    for command in (["migrate"], ["shell", "-c", outbox]):
        manage = [sys.executable, "manage.py", *command, "-v", "0"]
        subprocess.run(manage, cwd=ROOT, env=environment, check=True)
    return environment


def run(site: dict[str, str], listener: Listener, hour: int) -> int:
    """Run a worker until it ends or dies; return its exit code."""
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", RUN.format(hour=hour)]
    worker = subprocess.Popen(command, cwd=ROOT, env=site, stdout=subprocess.DEVNULL)

    def kill() -> None:
        worker.kill()
        worker.wait()

    listener.kill = kill
    return worker.wait(timeout=120)


@pytest.mark.parametrize("deadly", [1, 5])
def test_a_killed_worker_loses_no_call(
    site: dict[str, str], listener: Listener, deadly: int
) -> None:
    listener.deadly = deadly
    assert run(site, listener, hour=7) == -signal.SIGKILL
    assert len(listener.taken) == deadly
    listener.deadly = 0
    assert run(site, listener, hour=8) == 0
    counted = Counter(listener.taken)
    assert sorted(counted.values(), reverse=True) == [2] + [1] * (CALLS - 1)
    assert len({json.loads(body)["id"] for body in counted}) == CALLS


@pytest.mark.brokers
def test_after_a_worker_was_killed_at_a_call_another_makes_it_again_and_all_that_are_left(
    machines: Machines, people: PeopleFactory, listener: Listener, settings: Settings
) -> None:
    """What a dead worker had in hand comes back: at once by RabbitMQ, by Redis in an hour."""
    machines.environment["NIGHT_MAIL_WEBHOOK_HOSTS"] = listener.host
    settings.WEBHOOK_HOSTS = [listener.host]
    players = [people("Alice"), people("Bob")]
    for person in players:
        save_webhook(person=person, style="json", url=f"http://{listener.host}/hook", now=now())
    for _ in range(GAMES):
        start(players, bots=0)
    machines.beat()
    worker = machines.worker()
    listener.deadly, listener.kill = 3, lambda: machines.kill(worker)

    until(lambda: worker not in machines.running)
    assert len(listener.taken) == 3
    # The lease of the call in the dead worker's hands runs out.
    pending().update(next_attempt_at=now())
    machines.worker()
    until(lambda: len({*listener.taken}) == CALLS and not pending())
    counted = Counter(listener.taken)
    assert sorted(counted.values(), reverse=True) == [2] + [1] * (CALLS - 1)
    assert len({json.loads(body)["id"] for body in counted}) == CALLS


def pending() -> QuerySet[Delivery]:
    return Delivery.objects.filter(status=DeliveryStatus.PENDING)
