"""Mails about accounts that come back: known by their return path, as those about games are."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail as django_mail
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from games.inbound.models import InboundMail
from games.inbound.receiving import is_ours, receive
from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.models import AccountMail, Bounce
from games.people.models import Person
from tests.fixtures.invitations import STRANGER, Invite, Post
from tests.fixtures.mail import MailServer, prose_of
from tests.fixtures.replies import Reply
from tests.games.accounts.test_account_mails import (
    add_address,
    ask_for_code,
    ask_for_password,
    change_password,
    sign_up,
)
from tests.games.inbound.test_machine_mail import ARF, DSN, crlf, is_cut_off

pytestmark = pytest.mark.django_db
FORMS = (sign_up, ask_for_code, ask_for_password, change_password, add_address)


def sent() -> django_mail.EmailMessage:
    """The last mail about an account that left."""
    deliver_account_mails(now=now())
    return django_mail.outbox[-1]


def come_back(path: str, status: str = "5.1.1", action: str = "failed") -> str:
    raw = crlf(DSN.format(path=path, action=action, status=status))
    return receive(raw=raw, recipient=path, now=now()).outcome


@pytest.mark.parametrize("form", FORMS)
def test_a_mail_about_an_account_leaves_with_a_return_path_of_its_own(
    client: Client, alice: Person, form: Callable[[Client], object]
) -> None:
    form(client)
    mail = sent()
    assert mail.from_email.startswith("account+")
    assert is_ours(mail.from_email)
    assert mail.message()["From"] == "Night Mail <post@localhost>"
    assert come_back(mail.from_email) == "bounced"
    assert AccountMail.objects.latest("pk").error == "came back: gone 5.1.1"


@pytest.mark.parametrize("form", [ask_for_code, ask_for_password, change_password])
def test_an_address_that_is_gone_is_marked(
    client: Client, alice: Person, form: Callable[[Client], object]
) -> None:
    form(client)
    path = sent().from_email
    assert come_back(path) == "bounced"
    assert is_cut_off(alice)
    assert Bounce.objects.get().person == alice
    come_back(path)
    assert Bounce.objects.count() == 1
    assert {line.person for line in InboundMail.objects.all()} == {alice, None}


@pytest.mark.parametrize(
    ("status", "action"), [("4.4.1", "delayed"), ("5.7.1", "failed"), ("5.2.2", "failed")]
)
def test_an_address_that_may_be_good_is_not_marked(
    client: Client, alice: Person, status: str, action: str
) -> None:
    ask_for_code(client)
    assert come_back(sent().from_email, status, action) == "bounced"
    assert not is_cut_off(alice)


def test_three_refusals_without_a_reason_mark_an_address(alice: Person) -> None:
    for form in (ask_for_code, ask_for_password, change_password):
        assert not is_cut_off(alice)
        form(Client())
        come_back(sent().from_email, "5.0.0")
    assert is_cut_off(alice)


def test_an_address_that_a_server_refuses_at_once_is_marked(
    client: Client, alice: Person, mail_server: MailServer
) -> None:
    mail_server.answer = lambda address: "550 5.1.1 no such user"
    ask_for_code(client)
    deliver_account_mails(now=now())
    assert is_cut_off(alice)


def test_a_report_about_an_address_that_is_no_longer_theirs_marks_nobody(
    client: Client, alice: Person
) -> None:
    ask_for_code(client)
    path = sent().from_email
    Person.objects.filter(pk=alice.pk).update(email="new@example.org")
    assert come_back(path) == "bounced"
    assert not is_cut_off(alice)


def test_a_path_that_was_made_up_is_unknown(client: Client, alice: Person) -> None:
    ask_for_code(client)
    kind, _plus, rest = sent().from_email.partition("+")
    assert kind == "account"
    for path in (f"bounce+{rest}", "account+1-00000000000000000000@localhost.localdomain"):
        assert not is_ours(path)
        assert come_back(path) == "unknown"
    assert not is_cut_off(alice)


def test_a_complaint_about_a_code_stops_no_mails_about_games(client: Client, alice: Person) -> None:
    ask_for_code(client)
    path = sent().from_email
    raw = crlf(ARF.format(to=path, kind="abuse", fields="", type="message/rfc822", original="\n"))
    assert receive(raw=raw, recipient=path, now=now()).outcome == "unknown"
    assert not is_cut_off(alice)


def test_an_answer_to_an_invitation_comes_back_to_us(
    invite_to: Invite, post: Post, send: Reply
) -> None:
    invite_to()
    (invitation,) = post(STRANGER)
    send(invitation, "no")
    post()
    mail = django_mail.outbox[-1]
    assert "You have declined the invitation." in prose_of(mail.message())
    assert is_ours(mail.from_email)


def test_without_replies_the_return_path_is_the_usual_one(
    client: Client, alice: Person, settings: Settings
) -> None:
    settings.REPLY_BY_MAIL = False
    ask_for_code(client)
    assert sent().from_email == "Night Mail <post@localhost>"


def test_a_hosted_service_may_report_it(client: Client, alice: Person, settings: Settings) -> None:
    settings.INBOUND_SECRET = "of the service, in the address"
    ask_for_code(client)
    event = {"event": "failed", "message_id": sent().message()["Message-ID"], "status": "5.1.1"}
    answer = client.post(
        f"/inbound/bounces/{settings.INBOUND_SECRET}/",
        json.dumps(event),
        content_type="application/json",
    )
    assert answer.json() == {"taken": 1}
    assert is_cut_off(alice)


def test_a_report_after_a_month_is_not_believed(client: Client, alice: Person) -> None:
    ask_for_code(client)
    path = sent().from_email
    raw = crlf(DSN.format(path=path, action="failed", status="5.1.1"))
    late = now() + timedelta(days=31)
    assert receive(raw=raw, recipient=path, now=late).outcome == "stale"
    assert not is_cut_off(alice)
