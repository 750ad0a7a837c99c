"""Mail to postmaster@, abuse@ and the sender of our mails: it reaches the operators, once."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.core import mail as django_mail
from pytest_django import Settings

from games.inbound import limits
from games.inbound.addresses import Received
from games.inbound.models import InboundMail
from games.inbound.receiving import is_ours, is_waiting, receive
from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.models import AccountMail, Mail
from games.people.models import Person
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.replies import quoted
from tests.games.inbound.test_machine_mail import complain, stopped

HOST = "localhost.localdomain"
ADDRESSES = (f"postmaster@{HOST}", f"abuse@{HOST}", "post@localhost", "invitations@localhost")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _operators(settings: Settings) -> None:
    settings.ADMINS = [("", "olga@example.net"), ("", "otto@example.net")]


def message(text: str = "Please help me.", **headers: str) -> bytes:
    written = EmailMessage(policy=SMTP)
    fields = {
        "From": "Carl <carl@example.org>",
        "Subject": "I cannot sign in",
        "Message-ID": "<1@phone.example.org>",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    for name, value in fields.items():
        written[name] = value
    written.set_content(text)
    return written.as_bytes()


def write(raw: bytes, recipient: str = ADDRESSES[0]) -> Received:
    return receive(raw=raw, recipient=recipient, now=NOW)


def passed_on() -> list[EmailMessage]:
    django_mail.outbox.clear()
    deliver_account_mails(now=NOW)
    return [sent.message() for sent in django_mail.outbox]  # type: ignore[misc]


@pytest.mark.parametrize("recipient", [*ADDRESSES, "postmaster", "postmaster@localhost"])
def test_what_a_person_writes_reaches_each_operator(recipient: str) -> None:
    assert is_ours(recipient)
    assert write(message(), recipient).detail == "passed on"
    mails = passed_on()
    assert [str(one["To"]) for one in mails] == ["olga@example.net", "otto@example.net"]
    for one in mails:
        assert one["Reply-To"] == "carl@example.org"
        assert one["From"] == "Night Mail <post@localhost>"
        assert one["Subject"] == "[Night Mail] I cannot sign in"
        assert "Please help me." in text_of(one)
        assert f"Written to {recipient}." in text_of(one)


@pytest.mark.parametrize("recipient", ADDRESSES)
def test_where_nobody_is_named_nothing_is_accepted(recipient: str, settings: Settings) -> None:
    settings.ADMINS = []
    assert not is_ours(recipient)
    assert write(message(), recipient).outcome == "unknown"


def test_other_addresses_of_the_host_stay_unknown() -> None:
    assert not is_ours(f"root@{HOST}")
    assert not is_ours("postmaster@example.org")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Return_Path": "<>"},
        {"Message_ID": f"<account.c0ffee@{HOST}>"},
        {"Precedence": "bulk"},
        {"X_Loop": "olga@example.net"},
    ],
)
@pytest.mark.parametrize("recipient", ADDRESSES)
def test_nothing_that_a_program_sent_is_passed_on(headers: dict[str, str], recipient: str) -> None:
    assert write(message(**headers), recipient).outcome == "automatic"
    assert passed_on() == []


def test_what_was_passed_on_is_not_passed_on_again() -> None:
    """An operator whose mailbox forwards to postmaster@ makes no loop."""
    write(message())
    for one in passed_on():
        assert write(one.as_bytes()).outcome == "automatic"
    assert passed_on() == []


def test_a_person_who_writes_with_exchange_is_no_program() -> None:
    assert write(message(X_Auto_Response_Suppress="All")).detail == "passed on"


def test_a_second_copy_is_not_passed_on() -> None:
    write(message())
    assert write(message(), ADDRESSES[1]).outcome == "duplicate"
    assert len(passed_on()) == 2


def test_a_flood_is_asked_to_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TO_OPERATORS", 2)
    for number in range(3):
        outcome = write(message(Message_ID=f"<{number}@phone.example.org>")).outcome
    assert outcome == "limited"
    assert all(is_waiting(recipient=one, now=NOW) for one in ADDRESSES)
    assert len(passed_on()) == 4


def test_a_quoted_mail_is_left_out_but_named(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    (mail,) = inbox(alice)
    link = "http://127.0.0.1:8000/accounts/password/reset/key/1-abcdef/"
    text = f"What is this? {link}\n\n{quoted(mail)}\n{mail['Message-ID']}\n"
    write(message(text))
    shown = text_of(passed_on()[0])
    assert "What is this? …" in shown
    assert "Your hand" not in shown
    assert str(mail["Message-ID"]).strip("<>") in shown.replace("\n", "")


def test_a_message_that_cannot_be_read_is_reported() -> None:
    write(message("x" * 300_000))
    assert "Nothing could be read above the quoted text." in text_of(passed_on()[0])


def test_the_log_keeps_neither_the_writer_nor_the_words() -> None:
    write(message())
    line = InboundMail.objects.get()
    assert (line.sender, line.person, line.detail) == ("", None, "passed on")
    passed_on()
    assert [bytes(one.source) for one in AccountMail.objects.all()] == [b"", b""]


def test_a_complaint_to_abuse_stops_the_mails_as_at_complaints(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> None:
    begin(alice, bob)
    inbox()
    head = bytes(Mail.objects.get(person=alice).source).split(b"\r\n\r\n")[0].decode()
    original = head.replace("\r\n", "\n") + "\n\nbody"
    assert complain(to=f"abuse@{HOST}", original=original) == "muted"
    assert stopped(alice)
    assert passed_on() == []


@pytest.mark.parametrize(
    "sender",
    [b"x@-..m\xfcnchen..de", b"a b@example.org", b"@", b"<>", b"a@b, c@d", b"\xff\xfe@x.org"],
)
def test_a_writer_whose_address_is_none_is_passed_on_without_it(sender: bytes) -> None:
    raw = b"From: " + sender + b"\r\nSubject: \xe9\xff help\r\n\r\nPlease help me.\r\n"
    assert write(raw).detail == "passed on"
    mail = passed_on()[0]
    assert "Please help me." in text_of(mail)
    assert "help" in mail["Subject"]
