"""Readers who answer their mails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from itertools import count

import pytest

from games.inbound.receiving import Received, receive
from games.notifications.mail import render
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.mail import Inbox, inbox, later, text_of
from tests.games.conftest import NOW, Starter, _cold_cache, begin, keep_all, now, tamper

__all__ = ["_cold_cache", "begin", "inbox", "keep_all", "later", "now", "tamper", "text_of"]

Reply = Callable[..., Received]
NUMBERS = count(1)


def quoted(mail: EmailMessage) -> str:
    """A mail as programs quote it."""
    lines = text_of(mail).splitlines()
    return "\n".join(["On Sat, 21 Nov 2026 at 08:30, Night Mail <post@localhost> wrote:", "",
                      *(f"> {line}" for line in lines)])  # fmt: skip


def reply_to(
    mail: EmailMessage, text: str, *, sender: str = "", headers: dict[str, str] | None = None
) -> bytes:
    """The message that a person writes in answer to a mail."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender or str(mail["To"])
    message["To"] = str(mail["Reply-To"])
    message["Subject"] = f"Re: {mail['Subject']}"
    message["Message-ID"] = f"<{next(NUMBERS)}@phone.example.org>"
    message["In-Reply-To"] = str(mail["Message-ID"])
    for name, value in (headers or {}).items():
        del message[name]
        message[name] = value
    message.set_content(f"{text}\n\n{quoted(mail)}\n")
    return message.as_bytes()


def address_in(mail: EmailMessage) -> str:
    """The address that answers to a mail go to."""
    (address,) = mail["Reply-To"].addresses
    return str(address.addr_spec)


@pytest.fixture(autouse=True)
def _pictures_are_drawn_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time that a mail takes, and nobody here looks at pictures."""
    monkeypatch.setattr(render, "board_picture", lambda **_: b"a picture")


@pytest.fixture
def send(db: None) -> Reply:
    """Send an answer to a mail in: `send(mail, "draw blind blind")`."""

    def put_in(mail: EmailMessage, text: str, *, at: datetime = NOW, **options: object) -> Received:
        raw = reply_to(mail, text, **options)  # type: ignore[arg-type]
        return receive(raw=raw, recipient=address_in(mail), now=at)

    return put_in


@pytest.fixture
def turn(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> tuple[Game, EmailMessage]:
    """A game of Japan at Alice's first turn, and the mail that tells her so."""
    game = begin(alice, bob, board="japan")
    inbox()
    keep_all(game, 0, 1)
    (mail,) = inbox(alice)
    game.refresh_from_db()
    return game, mail
