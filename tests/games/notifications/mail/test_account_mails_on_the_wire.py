"""Mails about accounts as a mail server is given them: by the same rules as all others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games.notifications.mail.runner import send_due
from games.people.models import Person
from tests.conftest import PeopleFactory, words_of
from tests.fixtures.games import Starter
from tests.fixtures.mail import MailServer
from tests.games.notifications.mail.test_on_the_wire import HOST, field, fields

SIGN_UP = {"email": "zoe@example.org", "name": "Zoë", "password1": "a lamp in the night"}
DOORS: dict[str, Callable[[Client, Person], object]] = {
    "confirm an address": lambda page, alice: page.post("/accounts/signup/", SIGN_UP),
    "sign up again": lambda page, alice: page.post(
        "/accounts/signup/", {**SIGN_UP, "email": alice.email}
    ),
    "code": lambda page, alice: page.post("/accounts/login/code/", {"email": alice.email}),
    "reset": lambda page, alice: page.post("/accounts/password/reset/", {"email": alice.email}),
}


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("door", DOORS)
def test_a_mail_about_an_account_keeps_to_the_rules_of_all_mails(
    alice: Person, mail_server: MailServer, settings: Settings, door: str, language: str
) -> None:
    settings.MAIL_DOMAIN = HOST
    settings.SITE_URL = f"https://{HOST}"
    settings.DEFAULT_FROM_EMAIL = f"Nachtpost für alle <post@{HOST}>"
    page = Client(headers={"accept-language": language})
    DOORS[door](page, alice)
    send_due(now=now())
    (raw,) = mail_server.taken
    assert field(raw, "From") == f"=?utf-8?q?Nachtpost_f=C3=BCr_alle?=\r\n <post@{HOST}>"
    assert field(raw, "Message-ID").endswith(f"@{HOST}>")
    assert field(raw, "Feedback-ID") == f"account:{language}:nightmail"
    assert field(raw, "Auto-Submitted") == "auto-generated"
    assert not {name for name, _value in fields(raw)} & {"List-Unsubscribe", "Reply-To", "List-Id"}
    lines = words_of(message_from_bytes(raw, policy=policy.default)).splitlines()
    assert [line for line in lines if len(line) > 78 and "://" not in line] == []
    assert raw.isascii()


def test_whoever_waits_for_a_code_is_served_before_a_row_of_slow_mails(
    begin: Starter, people: PeopleFactory, mail_server: MailServer
) -> None:
    for number in range(3):
        begin(people(f"Ann{number}"), people(f"Ben{number}"))
    later = now() + timedelta(seconds=1)
    waiting = people("Zed")
    Client().post("/accounts/login/code/", {"email": waiting.email})
    send_due(now=later)
    assert mail_server.recipients[0] == [waiting.email]
    assert len(mail_server.taken) == 7
