"""The mailbox of a development site can answer its mails."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from django.core.mail import get_connection
from django.test import Client
from pytest_django import Settings

from games.notifications.mail.sending import StoredMail
from games.notifications.mailbox.models import CaughtMail
from games.notifications.models import Mail
from games.tables.models import Game

Turn = tuple[Game, EmailMessage]


@pytest.fixture
def caught(turn: Turn) -> CaughtMail:
    """Alice's turn mail, in the mailbox."""
    _, mail = turn
    stored = StoredMail(Mail.objects.get(message_id=str(mail["Message-ID"])))
    get_connection("games.notifications.mailbox.backend.MailboxBackend").send_messages([stored])
    return CaughtMail.objects.get()


def test_a_mail_that_can_be_answered_has_a_form_and_it_plays(
    turn: Turn, caught: CaughtMail, client: Client
) -> None:
    game, _ = turn
    page = client.get(f"/mailbox/{caught.pk}/").content.decode()
    assert f'action="/mailbox/{caught.pk}/reply/"' in page
    answer = client.post(f"/mailbox/{caught.pk}/reply/", {"text": "draw blind blind"}, follow=True)
    assert "Reply received: your move was made." in answer.content.decode()
    assert game.seats.get(number=0).decision is None


def test_what_cannot_be_read_is_answered_by_mail(
    turn: Turn, caught: CaughtMail, client: Client
) -> None:
    answer = client.post(f"/mailbox/{caught.pk}/reply/", {"text": "dance"}, follow=True)
    assert "not understood. The answer will follow in a moment." in answer.content.decode()
    assert Mail.objects.filter(answer=True).count() == 1


def test_other_mails_have_no_form(db: None, client: Client) -> None:
    caught = CaughtMail.objects.create(
        recipients=["alice@example.org"], subject="Welcome", raw=b"Subject: Welcome\r\n\r\nHello"
    )
    assert 'name="text"' not in client.get(f"/mailbox/{caught.pk}/").content.decode()
    assert client.post(f"/mailbox/{caught.pk}/reply/", {"text": "x"}).status_code == 302


def test_production_has_no_such_door(
    caught: CaughtMail, client: Client, settings: Settings
) -> None:
    settings.PRODUCTION = True
    assert client.post(f"/mailbox/{caught.pk}/reply/", {"text": "pass"}).status_code == 404
