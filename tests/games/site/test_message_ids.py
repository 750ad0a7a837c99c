"""Mails that no game writes bear the mail domain in their Message-ID, too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.games.inbound.test_smtp_server import free_port
from tests.games.site.test_settings import PRODUCTION
from tests.paths import ROOT


class Catcher:
    def __init__(self) -> None:
        self.taken: list[bytes] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        return "250 OK"


@pytest.fixture
def post() -> Iterator[tuple[Catcher, int]]:
    catcher, port = Catcher(), free_port()
    controller = Controller(catcher, hostname="127.0.0.1", port=port)
    controller.start()
    yield catcher, port
    controller.stop()


@pytest.mark.slow
@pytest.mark.parametrize("options", [["somebody@example.org"], ["--admins"]])
def test_mails_of_commands_and_for_operators_bear_the_mail_domain(
    post: tuple[Catcher, int], options: list[str]
) -> None:
    catcher, port = post
    changes = {
        "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{port}",
        "NIGHT_MAIL_MAIL_DOMAIN": "mail.night-mail.example",
        "NIGHT_MAIL_OPERATORS": "operator@example.org",
    }
    subprocess.run(
        [sys.executable, "manage.py", "sendtestemail", *options],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **PRODUCTION, **changes},
        check=True,
        timeout=60,
    )
    (raw,) = catcher.taken
    mail = message_from_bytes(raw, policy=policy.default)
    assert mail["Message-ID"].endswith("@mail.night-mail.example>")
