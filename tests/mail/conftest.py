"""Games to write mails about, and an eye to read the mails with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage

import pytest
from django.core import mail

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


@pytest.fixture
def later() -> datetime:
    """A time at which every mail that waits for a second try is due again."""
    return NOW + timedelta(hours=6)


def text_of(mail: EmailMessage) -> str:
    """Gets the text part."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    """Gets the HTML part."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
