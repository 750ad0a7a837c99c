"""Games to write mails about, and an eye to read the mails with."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core import mail
from pytest_django import Settings

from games.notices.sender import send_waiting
from tests.games.conftest import NOW, _cold_cache, begin, now, tamper

__all__ = ["_cold_cache", "begin", "now", "tamper"]

Inbox = Callable[..., list[EmailMessage]]


@pytest.fixture
def inbox(mailoutbox: list[mail.EmailMessage]) -> Inbox:
    """Sends what waits and gets what arrived since the last look: `inbox(alice)`."""
    seen: list[int] = [0]

    def look(person: object = None, *, at: datetime = NOW) -> list[EmailMessage]:
        send_waiting(now=at)
        new = [sent.message() for sent in mailoutbox[seen[0] :]]
        seen[0] = len(mailoutbox)
        return [one for one in new if person is None or person.email in str(one["To"])]

    return look


class MailServer:
    """A mail server: keeps the bytes that it is given, and to whom they were to go.

    ``answer`` is what it says to a recipient, who hangs as long as it is "hang"; ``verdict`` is
    what it says to the message, after so many seconds of ``delay``.
    """

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.recipients: list[list[str]] = []
        self.answer: Callable[[str], str] = lambda address: "250 OK"
        self.verdict: Callable[[bytes], str] = lambda raw: "250 OK"
        self.delay = 0.0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        said = self.answer(address)
        while said == "hang":
            await asyncio.sleep(0.05)
            said = self.answer(address)
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        await asyncio.sleep(self.delay)
        said = self.verdict(envelope.content)
        if said.startswith("250"):
            self.taken.append(envelope.content)
            self.recipients.append(list(envelope.rcpt_tos))
        return said


@pytest.fixture
def mail_server(settings: Settings) -> Iterator[MailServer]:
    """A real server on a socket, to which all mail goes."""
    server = MailServer()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "games.notices.smtp.Backend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    yield server
    controller.stop()


@pytest.fixture
def later() -> datetime:
    """A time at which every mail that waits for a second try is due again."""
    return NOW + timedelta(hours=6)


def text_of(mail: EmailMessage) -> str:
    """Gets the text part."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def prose_of(mail: EmailMessage) -> str:
    """Gets the text part without its line breaks: where a sentence is wrapped does not matter."""
    return " ".join(text_of(mail).split())


def html_of(mail: EmailMessage) -> str:
    """Gets the HTML part."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
