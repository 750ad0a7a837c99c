"""Mails of a run of load: what is lost, what came twice, and what was never written."""

from __future__ import annotations

import smtplib
from collections import Counter
from datetime import timedelta
from email.message import EmailMessage

import pytest

from games.notifications.models import DeliveryStatus, Mail, Notice
from games.people.models import Person
from tests.fixtures.games import NOW
from tools.load.playing import Mails, last_mail, mails_since
from tools.site.mail_server import MailServer, message_id


@pytest.fixture
def server() -> MailServer:
    """A mail server that keeps the text of one mail."""
    return MailServer(keep=1)


def send(server: MailServer, name: str) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "a@load.example", "b@load.example", name
    mail.set_content("It is your turn.")
    with smtplib.SMTP("127.0.0.1", server.port, timeout=5) as line:
        line.send_message(mail)


def wrote(person: Person, name: str, status: str = DeliveryStatus.SENT) -> Mail:
    return Mail.objects.create(
        person=person, message_id=name, recipient=person.email, status=status, created_at=NOW
    )


def test_a_mail_that_came_twice_does_not_stand_in_for_one_that_never_came() -> None:
    found = Mails.of(["<a@x>", "<b@x>"], Counter({"<a@x>": 2}))
    assert (found.written, found.arrived) == (2, 1)
    assert found.faults() == [
        "1 mails are lost, such as <b@x>",
        "1 mails came twice, such as <a@x>",
    ]
    assert Mails.of(["<a@x>"], Counter({"<a@x>": 1, "<account@x>": 1})).faults() == []


def test_a_mail_server_knows_the_mails_that_came_by_message_id(server: MailServer) -> None:
    long = f"<{'g' * 120}@load.example>"
    for name in ("<a@load.example>", long, "<a@load.example>"):
        send(server, name)
    names = Counter(mail.message_id for mail in server.taken)
    assert names == {"<a@load.example>": 2, long: 1}
    assert server.waiting.qsize() == 1
    assert [bool(mail.raw) for mail in server.taken] == [True, False, False]


def test_a_message_id_is_read_from_the_header_alone_though_its_line_is_folded() -> None:
    assert message_id(b"Subject: A\r\nMessage-Id:\r\n <a@x>\r\n\r\nIt is.\r\n") == "<a@x>"
    assert message_id(b"Subject: A\r\n\r\nMessage-ID: <a@x>\r\n") == ""


@pytest.mark.django_db
def test_mails_of_the_run_are_looked_for_whatever_came_and_whenever_they_were_written() -> None:
    person = Person.objects.create_user("a@load.example", "Anna")
    wrote(person, "<of an earlier run@x>")
    last = last_mail()
    for name, status in [
        ("<arrived@x>", DeliveryStatus.SENT),
        ("<sent and lost@x>", DeliveryStatus.SENT),
        ("<still waiting@x>", DeliveryStatus.PENDING),
        ("<given up@x>", DeliveryStatus.FAILED),
        ("<of no use any more@x>", DeliveryStatus.DROPPED),
    ]:
        wrote(person, name, status)
    found = mails_since(last, Counter(["<arrived@x>"]), until=NOW)
    assert (found.written, found.arrived) == (4, 1)
    assert found.lost == ("<given up@x>", "<sent and lost@x>", "<still waiting@x>")


@pytest.mark.django_db
def test_notices_that_were_due_and_have_no_mail_are_lost() -> None:
    person = Person.objects.create_user("a@load.example", "Anna")
    mail, hour = wrote(person, "<a@x>", DeliveryStatus.PENDING), timedelta(hours=1)

    def notice(key: str, at: timedelta, **values: object) -> None:
        Notice.objects.create(
            person=person, topic="season:1", kind="league", key=key, not_before=NOW + at,
            created_at=NOW, **values,
        )  # fmt: skip

    notice("due", -hour)
    notice("not due yet", hour)
    notice("cannot be rendered", hour, stuck_since=NOW)
    notice("told by a mail that waits", -hour, mail=mail)
    notice("of no use any more", -hour, status=DeliveryStatus.DROPPED)
    found = mails_since(0, Counter(), until=NOW)
    assert found.untold == 2
    assert "2 notices are lost: no mail tells them" in found.faults()
