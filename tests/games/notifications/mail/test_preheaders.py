"""Preheaders: what an inbox shows beside the subject, which is one for a whole game."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from html import unescape

import pytest
from django.test import Client
from django.utils.timezone import now

from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.invitations import STRANGER, Post
from tests.fixtures.mail import html_of
from tests.fixtures.replies import Reply
from tests.games.accounts.test_account_mails import FORMS
from tests.games.notifications.mail.test_headers_of_every_kind import EVERY, Write, game, write

__all__ = ["game", "write"]


def preheader_of(mail: EmailMessage) -> str:
    """The text that a mail hides above its first line, without what fills it up."""
    found = re.search(r'<div style="display:none[^>]*>(.*?)</div>', html_of(mail), re.DOTALL)
    assert found
    return " ".join(re.sub("[\u2007\ufeff\u034f]", "", unescape(found[1])).split())


@pytest.mark.parametrize("kind", EVERY)
def test_every_mail_says_more_in_the_inbox_than_its_subject(write: Write, kind: str) -> None:
    mail = write(kind)
    assert len(preheader_of(mail)) > 10
    assert preheader_of(mail) not in str(mail["Subject"])


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("form", FORMS)
def test_every_mail_about_an_account_does(
    alice: Person, mailoutbox: list[EmailMessage], form: Callable[[Client], object], language: str
) -> None:
    form(Client(headers={"accept-language": language}))
    deliver_account_mails(now=now())
    mail = mailoutbox[-1].message()  # type: ignore[attr-defined]
    assert len(preheader_of(mail)) > 10
    assert "  " not in preheader_of(mail)


def test_every_mail_about_an_invitation_does(
    invited: EmailMessage, send: Reply, post: Post
) -> None:
    assert re.match("Alice .* USA.* 2 players, 1 seat", preheader_of(invited))
    send(invited, "no idea")
    (answer,) = post(STRANGER)
    assert "Reply with “join”" in preheader_of(answer)


def test_no_code_is_in_a_preheader(
    alice: Person, mailoutbox: list[EmailMessage], client: Client
) -> None:
    """Lock screens show it."""
    client.post("/accounts/login/code/", {"email": alice.email})
    deliver_account_mails(now=now())
    mail = mailoutbox[-1].message()  # type: ignore[attr-defined]
    assert preheader_of(mail).startswith("Enter it on the page")


def test_a_reminder_differs_from_the_mail_of_the_turn_and_stays_in_its_thread(
    write: Write,
) -> None:
    turn, reminder = write(NoticeKind.TURN), write(NoticeKind.REMINDER)
    assert preheader_of(reminder).startswith("Reminder, ")
    assert not preheader_of(turn).startswith("Reminder")
    for header in ("Subject", "References"):
        assert turn[header] == reminder[header]


def test_a_nudge_says_so_in_the_inbox(write: Write, game: Game, bob: Person) -> None:
    assert bob.name in preheader_of(write(NoticeKind.NUDGE))


def test_a_digest_names_the_games_and_the_time_left(write: Write, game: Game) -> None:
    assert re.match(r"USA: .* left", preheader_of(write("digest")))


def test_an_answer_says_what_comes_next(write: Write) -> None:
    assert "Here is the position. Choose" in preheader_of(write("answer"))
