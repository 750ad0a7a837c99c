"""A site that is installed and started as in production, beside a mail server that catches.

It has what an image of the Dockerfile has and nothing else: a fresh environment with
requirements/production.txt, the folders that are copied, the commands of docker-compose.yml.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import shutil
import socket
import subprocess
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import IO, Any

import psycopg
import pytest
import yaml
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.paths import ROOT

PATIENCE = 90
"""Seconds until something that should happen counts as lost; it takes one or two."""
# The database of that name is never touched: one beside it is made.
SERVER = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
POSTGRES = re.sub(r"/[^/?]*(\?|$)", r"/postgres\1", SERVER)
BROKERS = {
    "redis": os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", "redis://127.0.0.1:6379/9"),
    "rabbitmq": os.environ.get("NIGHT_MAIL_TEST_AMQP_URL", "amqp://guest:guest@127.0.0.1:5672"),
}
CACHE = re.sub(r"/\d+$", "/8", BROKERS["redis"])
Environment = dict[str, str]


def until(what: Callable[[], Any], name: str) -> Any:
    """Wait until something is so, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, f"it did not happen: {name}"
        time.sleep(0.1)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Catcher:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        return "250 OK"

    def mails(self, to: str) -> list[EmailMessage]:
        read = [message_from_bytes(raw, policy=policy.default) for raw in [*self.taken]]
        return [mail for mail in read if to in str(mail["To"])]  # type: ignore[misc]


@pytest.fixture(scope="session")
def post() -> Iterator[Catcher]:
    catcher = Catcher()
    controller = Controller(catcher, hostname="127.0.0.1", port=catcher.port)
    controller.start()
    yield catcher
    controller.stop()


@dataclass(frozen=True, slots=True)
class Installed:
    """A copy of the program, and the environment of Python that runs it."""

    folder: Path
    bin: Path

    def run(self, *command: str, environment: Environment) -> str:
        """Run a command to its end; return what it printed."""
        done = subprocess.run(
            [self.bin / command[0], *command[1:]],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(command)}:\n{done.stdout}"
        return done.stdout


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program as the Dockerfile installs it."""
    folder = tmp_path_factory.mktemp("image")
    dockerfile = (ROOT / "Dockerfile").read_text()
    image = re.split(r"(?m)^FROM ", dockerfile)[-1]
    for copied in re.findall(r"(?m)^COPY (?!--)(.+) (\S+)$", image):
        if copied[1].endswith("/"):
            (folder / copied[1]).mkdir(exist_ok=True)
        for name in copied[0].split():
            if (ROOT / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, folder / copied[1], ignore=ignored)
            else:
                shutil.copy(ROOT / name, folder / copied[1])
    (folder / "var").mkdir()
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--requirement"]
    requirements = ROOT / "requirements" / "production.txt"
    subprocess.run([home / "bin" / "python", *install, requirements], check=True)
    return Installed(folder, home / "bin")


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of an empty database in PostgreSQL."""
    name = f"night_mail_production_{os.getpid()}"
    with psycopg.connect(POSTGRES, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
    yield re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", POSTGRES)
    with psycopg.connect(POSTGRES, autocommit=True) as line:
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


class Composed:
    """The services of docker-compose.yml that are ours: their variables and commands."""

    def __init__(self, chosen: Environment) -> None:
        self._chosen = chosen
        read = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        self.services = {name: one for name, one in read.items() if one["image"] == "night-mail"}

    def environment(self, name: str) -> Environment:
        """The variables of a service, as compose fills them in; None is passed on where set."""
        given = self.services[name]["environment"]
        filled = {
            key: self._chosen.get(key) if value is None else self._fill(str(value))
            for key, value in given.items()
        }
        return {key: value for key, value in filled.items() if value is not None}

    def command(self, name: str) -> list[str]:
        """The command of a service; without one, that of the image."""
        command = self.services[name].get("command")
        if command:
            return [self._fill(str(part)) for part in command]
        said = re.search(r"(?m)^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text())
        assert said
        return list(json.loads(said[1]))

    def is_well(self, name: str) -> list[str] | None:
        """The command that asks whether a service is well."""
        test = self.services[name].get("healthcheck", {}).get("test")
        if test is None:
            return None
        if test[0] == "CMD-SHELL":
            return shlex.split(test[1].replace("$$HOSTNAME", socket.gethostname()))
        return list(test[1:])

    def _fill(self, text: str) -> str:
        def fill(match: re.Match[str]) -> str:
            name, kind, default = match[1], match[2], match[3]
            if self._chosen.get(name):
                return self._chosen[name]
            assert kind != ":?", f"compose would refuse to start without {name}: {default}"
            return default or ""

        inner = re.compile(r"\$\{(\w+)(?:(:[-?])([^${}]*))?\}")
        while inner.search(text):
            text = inner.sub(fill, text)
        return text


@dataclass(slots=True)
class Site:
    """A site in production: where it is, its variables and its processes."""

    url: str
    gate: int
    installed: Installed
    environment: Environment
    composed: Composed
    logs: Path
    running: dict[str, tuple[subprocess.Popen[bytes], IO[bytes]]]

    def start(self, name: str, *replaced: tuple[str, str]) -> None:
        command = self.composed.command(name)
        for old, new in replaced:
            assert old in command, command
            command[command.index(old)] = new
        log = (self.logs / f"{name}.log").open("wb")
        process = subprocess.Popen(
            [self.installed.bin / command[0], *command[1:]],
            cwd=self.installed.folder,
            env=self.environment,
            stdout=log,
            stderr=log,
        )
        self.running[name] = (process, log)

    def log(self, name: str) -> str:
        return (self.logs / f"{name}.log").read_text(errors="replace")

    def stop(self) -> dict[str, int]:
        """Stop all as an init system does; return the exit codes."""
        for process, _log in self.running.values():
            process.terminate()
        codes = {}
        for name, (process, log) in self.running.items():
            try:
                codes[name] = process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                codes[name] = process.wait()
            log.close()
        return codes


@pytest.fixture(scope="session", params=BROKERS)
def site(
    request: pytest.FixtureRequest,
    installed: Installed,
    database: str,
    post: Catcher,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """A site that runs, by one broker and then by the other, on one database."""
    web, stream, gate = free_port(), free_port(), free_port()
    chosen = {
        "NIGHT_MAIL_SECRET_KEY": secrets.token_urlsafe(50),
        "NIGHT_MAIL_HOSTS": "localhost",
        "NIGHT_MAIL_URL": f"http://localhost:{web}",
        "NIGHT_MAIL_BIND": f"127.0.0.1:{web}",
        "NIGHT_MAIL_STREAM_BIND": f"127.0.0.1:{stream}",
        "NIGHT_MAIL_STREAM_URL": f"http://127.0.0.1:{stream}",
        "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{post.port}",
        "NIGHT_MAIL_FROM": "Night Mail <post@night-mail.example>",
        "NIGHT_MAIL_MAIL_DELAY": "0",
        "NIGHT_MAIL_MAIL_DOMAIN": "night-mail.example",
        "NIGHT_MAIL_REPLY_BY_MAIL": "1",
        "NIGHT_MAIL_BROKER_URL": BROKERS[request.param],
        "NIGHT_MAIL_CACHE_URL": CACHE,
        "NIGHT_MAIL_QUEUE": f"night-mail-{secrets.token_hex(6)}",
        "NIGHT_MAIL_SWEEP_SECONDS": "1",
        "DATABASE_URL": database,
    }
    folder = tmp_path_factory.mktemp(f"site-{request.param}")
    chosen["NIGHT_MAIL_METRICS_SECRET"] = secrets.token_urlsafe(20)
    # In a container a volume of its own; here it would be at the root of this machine.
    chosen["NIGHT_MAIL_METRICS_DIR"] = str(folder / "metrics")
    composed = Composed(chosen)
    plain = {
        "PATH": f"{installed.bin}:/usr/bin:/bin",
        "HOME": str(folder),
        "HOSTNAME": socket.gethostname(),
        # Set in the image.
        "NIGHT_MAIL_STATIC_ROOT": str(folder / "static"),
        "PYTHONUNBUFFERED": "1",
    }
    environment = {**plain, **composed.environment("web")}
    running = Site(chosen["NIGHT_MAIL_URL"], gate, installed, environment, composed, folder, {})
    installed.run(*composed.command("migrate"), environment=environment)
    installed.run("python", "manage.py", "collectstatic", "--noinput", environment=environment)
    try:
        # Where a container has an address and a disk of its own, a process here has a port of its
        # own and a folder.
        running.start("mailgate", ("8025", str(gate)), ("0.0.0.0", "127.0.0.1"))  # noqa: S104
        running.start("beat", ("/tmp/beat", str(folder / "beat")))  # noqa: S108
        for name in composed.services.keys() - {"migrate", "mailgate", "beat"}:
            running.start(name)
        yield running
    finally:
        running.stop()
        for name in running.running:
            print(f"== {name}\n{running.log(name)[-4000:]}")  # noqa: T201
