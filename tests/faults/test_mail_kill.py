"""A sender that is killed at work: nothing lost, at most one mail double, and that one the same."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.paths import ROOT

GAMES = 4
MAILS = 3 * GAMES

pytestmark = pytest.mark.services

OUTBOX = f"""
from datetime import UTC, datetime
from allauth.account.models import EmailAddress
from games.lobby import create_game, join_game
from games.lobby.options import GameOptions
from games.people.models import Person
at = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)
people = []
for name in ("Alice", "Bob", "Charlie"):
    email = name.lower() + "@example.org"
    person = Person.objects.create_user(email=email, name=name, password="x")
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    people.append(person)
for _ in range({GAMES}):
    game = create_game(
        organiser=people[0], options=GameOptions(board="usa", seats=3), now=at
    )
    for person in people[1:]:
        join_game(game=game, person=person, admission=False, now=at)
"""

SEND = """
from datetime import UTC, datetime
from games.notifications.mail.runner import send_due
print(send_due(now=datetime(2026, 11, 21, {hour}, 30, tzinfo=UTC)))
"""


class Post:
    """A mail server that kills its client when mail number `deadly` comes to a stage."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.taken: list[bytes] = []
        self.client: subprocess.Popen[bytes] | None = None
        self.stage = ""
        self.deadly = 0
        self.asked = 0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.asked += 1
        if self.stage == "rcpt" and self.asked == self.deadly:
            self.kill()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        if self.stage == "data" and len(self.taken) == self.deadly:
            self.kill()
        return "250 OK"

    def kill(self) -> None:
        assert self.client is not None
        self.client.send_signal(signal.SIGKILL)
        self.client.wait()


@pytest.fixture
def post() -> Iterator[Post]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        handler = Post(probe.getsockname()[1])
    controller = Controller(handler, hostname="127.0.0.1", port=handler.port)
    controller.start()
    yield handler
    controller.stop()


@pytest.fixture(scope="module")
def full_outbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a site on which everybody waits for a mail."""
    database = tmp_path_factory.mktemp("site") / "night-mail.sqlite3"
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    for command in (["migrate"], ["shell", "-c", OUTBOX]):
        manage = [sys.executable, "manage.py", *command, "-v", "0"]
        subprocess.run(manage, cwd=ROOT, env=environment, check=True)
    return database


@pytest.fixture
def site(post: Post, full_outbox: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of such a site, which sends its mail to `post`."""
    # The last connection to close has folded the write-ahead log into the file.
    database = shutil.copy(full_outbox, tmp_path)
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{post.port}",
    }


def start_sender(site: dict[str, str], post: Post, hour: int) -> int:
    """Run a sender until it ends or dies; return its exit code."""
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SEND.format(hour=hour)]
    post.client = subprocess.Popen(command, cwd=ROOT, env=site, stdout=subprocess.DEVNULL)
    return post.client.wait(timeout=120)


@pytest.mark.parametrize(("stage", "doubles"), [("data", 1), ("rcpt", 0)])
@pytest.mark.parametrize("deadly", [1, 6])
def test_a_killed_sender_loses_no_mail(
    site: dict[str, str], post: Post, stage: str, doubles: int, deadly: int
) -> None:
    post.stage, post.deadly = stage, deadly
    assert start_sender(site, post, hour=7) == -signal.SIGKILL
    assert len(post.taken) < MAILS
    post.stage = ""
    assert start_sender(site, post, hour=8) == 0
    counted = Counter(post.taken)
    assert len(counted) == MAILS
    assert sorted(counted.values(), reverse=True)[:2] == [1 + doubles, 1]


def test_a_sender_killed_while_it_writes_loses_no_mail(site: dict[str, str], post: Post) -> None:
    command = SEND.format(hour=7).replace(
        "print(",
        "from games.notifications.mail import compose\n"
        "import os, signal\n"
        "write, written = compose.write_game_mail, []\n"
        "def fatal(**fields):\n"
        "    written.append(1)\n"
        "    if len(written) == 5: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return write(**fields)\n"
        "compose.write_game_mail = fatal\n"
        "print(",
    )
    dead = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", command], cwd=ROOT, env=site
    )
    assert dead.returncode == -signal.SIGKILL
    assert post.taken == []
    assert start_sender(site, post, hour=8) == 0
    assert sorted(Counter(post.taken).values()) == [1] * MAILS
