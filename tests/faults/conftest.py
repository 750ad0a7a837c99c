"""Real workers, a real beat and a mail server, around the database of the test."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from uuid import uuid4

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from celery import Celery
from django.db import connection

from tests.faults.rabbitmq import host_of_its_own
from tests.paths import ROOT

BROKERS = {"redis": "NIGHT_MAIL_TEST_BROKER_URL", "rabbitmq": "NIGHT_MAIL_TEST_AMQP_URL"}
"""The variables that say where each kind of broker is."""
SITE = ("--app", "ttr_site")
PATIENCE = 60
"""Seconds until something that should happen counts as lost; it takes one or two."""


def until(what: Callable[[], object], *, soon: float = PATIENCE) -> None:
    """Wait until something is so."""
    end = time.monotonic() + soon
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


class Catcher:
    """A mail server: keeps what it is given; `on_mail` is asked before it says that it has."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.taken: list[bytes] = []
        self.on_mail: Callable[[int], None] = lambda count: None

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        self.on_mail(len(self.taken))
        return "250 OK"

    def mails(self, to: str = "") -> list[EmailMessage]:
        read = [message_from_bytes(raw, policy=policy.default) for raw in self.taken]
        return [mail for mail in read if to in str(mail["To"])]  # type: ignore[misc]


@pytest.fixture
def post() -> Iterator[Catcher]:
    catcher = Catcher()
    controller = Controller(catcher, hostname="127.0.0.1", port=catcher.port)
    controller.start()
    yield catcher
    controller.stop()


def on_this_database() -> dict[str, str]:
    """The environment of a process that has the database of the test: what is committed in it."""
    database = "postgres://{USER}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)
    return {**os.environ, "DATABASE_URL": database}


class Machines:
    """The processes of a site beside its pages. They have the database of the test, committed."""

    def __init__(self, broker: str, post: Catcher, folder: Path) -> None:
        self.queue = f"night-mail-test-{uuid4().hex}"
        self.folder = folder
        self.broker = Celery("of a test", broker=broker, set_as_current=False)
        self.broker.conf.task_default_queue = self.queue
        self.broker.conf.task_routes = {
            "games.send_account_mails": {"queue": f"{self.queue}.accounts"},
            "games.send_waiting_notices": {"queue": f"{self.queue}.mail"},
            "games.help_with_mails": {"queue": f"{self.queue}.mail"},
            "games.tell_operators": {"queue": f"{self.queue}.mail"},
            "games.send_deliveries": {"queue": f"{self.queue}.webhooks"},
            "games.make_animations": {"queue": f"{self.queue}.pictures"},
            "games.think_for_bots": {"queue": f"{self.queue}.bots"},
        }
        self.environment = {
            **on_this_database(),
            "NIGHT_MAIL_BROKER_URL": broker,
            "NIGHT_MAIL_QUEUE": self.queue,
            "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{post.port}",
            "NIGHT_MAIL_SWEEP_SECONDS": "1",
            "NIGHT_MAIL_LOG_LEVEL": "WARNING",
            "PYTHONWARNINGS": "ignore",  # of being root, in a container
        }
        self.running: list[subprocess.Popen[bytes]] = []
        self.workers = 0

    def worker(self, *, app: tuple[str, str] = SITE) -> subprocess.Popen[bytes]:
        quick = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return self.start("worker", "--concurrency", "2", *quick, app=app)

    def beat(self) -> subprocess.Popen[bytes]:
        schedule = self.folder / f"beat-{len(self.running)}"
        return self.start("beat", "--schedule", str(schedule), "--pidfile", "")

    def start(self, *command: str, app: tuple[str, str] = SITE) -> subprocess.Popen[bytes]:
        if command[0] == "worker":
            # RabbitMQ refuses a second worker of one name, and that one ends.
            self.workers += 1
            command = (*command, "--hostname", f"worker-{self.workers}@%h")
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", *app, "--quiet", *command],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def ask(self, task: str) -> None:
        """Send the message that asks for a task."""
        self.broker.send_task(task)

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process and its children, as when a machine loses its power."""
        if process in self.running:
            self.running.remove(process)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Ask a process to end once it has done what it is at, and wait for that."""
        process.terminate()
        process.wait(PATIENCE)
        self.running.remove(process)

    def stop(self) -> None:
        for process in [*self.running]:
            self.kill(process)
        with self.broker.connection_for_write() as line:
            for ending in ("", ".accounts", ".mail", ".webhooks", ".pictures", ".bots"):
                line.default_channel.queue_delete(self.queue + ending)
        self.broker.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `brokers` by each kind of broker."""
    if metafunc.definition.get_closest_marker("brokers"):
        metafunc.parametrize("broker", BROKERS, indirect=True)


def address(kind: str) -> str:
    """Where a broker for tests is."""
    found = os.environ.get(BROKERS[kind], "")
    if not found:
        pytest.fail(f"needs {BROKERS[kind]}: make test-services")
    return found


@pytest.fixture(scope="session")
def rabbitmq() -> Iterator[str]:
    """The address of RabbitMQ, in a virtual host of our own where that can be made."""
    with host_of_its_own(address("rabbitmq")) as url:
        yield url


@pytest.fixture
def broker(request: pytest.FixtureRequest) -> str:
    """The address of the broker: Redis, unless a test runs by the other as well."""
    kind = getattr(request, "param", "redis")
    return request.getfixturevalue("rabbitmq") if kind == "rabbitmq" else address(kind)


@pytest.fixture
def machines(
    transactional_db: None,
    post: Catcher,
    broker: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Machines]:
    if connection.vendor != "postgresql":
        pytest.fail("needs PostgreSQL: make test-services")
    site = Machines(broker, post, tmp_path)
    # What the pages of this process ask for goes to the workers too.
    monkeypatch.setattr("games.common.jobs.current_app", site.broker)
    yield site
    site.stop()
    connection.close()
    hang_up()


def hang_up() -> None:
    """End what the killed processes left open, or the tables could not be emptied."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
