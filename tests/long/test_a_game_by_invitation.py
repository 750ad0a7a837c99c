"""A whole game of Japan by one who was invited by mail and never opened the site."""

from __future__ import annotations

import smtplib

import pytest
from django.core import mail

from games.notifications.mail import render
from games.people.models import Person
from tests.games.lobby.invitations.test_a_game_by_mail_alone import (
    check_never_on_the_site,
    play_by_invitation,
)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_whole_game_of_japan_by_one_who_was_invited_and_never_opened_the_site(
    alice: Person,
    server: smtplib.SMTP,
    mailoutbox: list[mail.EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Drawing takes most of the time, and nobody here looks at pictures.
    monkeypatch.setattr(render, "board_picture", lambda **_: b"")
    erin = play_by_invitation("japan", alice, server, mailoutbox)
    assert any(line.startswith("claim ") for line in erin.answers)
    check_never_on_the_site(mailoutbox)
