"""Mails that come back, and mails that are called spam: RFC 3464, RFC 5965, a service's webhook."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from django.core import mail as django_mail
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.inbound import limits
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.receiving import is_ours, receive
from games.inbound.server_reports import read_server_report
from games.notifications.mail.return_addresses import return_path
from games.notifications.mail.unsubscribe import make_unsubscribe_token
from games.notifications.models import Bounce, DeliveryStatus, Mail, NoticeKind
from games.notifications.preferences import preferences_of
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.recalled import recall, recall_mails

DSN = """\
From: MAILER-DAEMON@mx.example.org
To: <{path}>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="edge"

--edge
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--edge
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sat, 21 Nov 2026 07:30:00 +0000

Final-Recipient: rfc822; alice@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 no

--edge
Content-Type: text/rfc822-headers

Subject: [Night Mail] Japan

--edge--
"""

ARF = """\
From: <feedback@mailbox.example.org>
To: <{to}>
Subject: FW: [Night Mail] Japan
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="edge"

--edge
Content-Type: text/plain

This is an email abuse report.

--edge
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: SomeGenerator/1.0
Version: 1
{fields}
--edge
Content-Type: {type}

{original}
--edge--
"""


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    made = recall("a game of Japan", lambda: begin(alice, bob, board="japan").pk)
    return Game.objects.get(pk=made)


@pytest.fixture
def mail(game: Game, inbox: Inbox, alice: Person) -> Mail:
    """A mail that was sent to Alice."""
    recall_mails(inbox, "mails about a game of Japan", inbox)
    return Mail.objects.get(person=alice)


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def come_back(mail: Mail, status: str = "5.1.1", action: str = "failed", at=NOW) -> InboundOutcome:
    path = return_path(mail)
    raw = crlf(DSN.format(path=path, action=action, status=status))
    return receive(raw=raw, recipient=path, now=at).outcome


def is_cut_off(person: Person) -> bool:
    return Person.objects.get(pk=person.pk).mail_bounced


def stopped(person: Person) -> bool:
    preferences = preferences_of(person)
    return not any(preferences.wants(kind) for kind in ("turn", "over", "talk", "digest"))


def test_mails_leave_with_a_return_path_of_their_own(
    game: Game, inbox: Inbox, mailoutbox: list[django_mail.EmailMessage], alice: Person
) -> None:
    inbox()
    paths = {one.from_email for one in mailoutbox}
    assert len(paths) == 2
    assert all(path.startswith("bounce+") and is_ours(path) for path in paths)
    assert {one.message()["From"] for one in mailoutbox} == {"Night Mail <post@localhost>"}


def test_without_a_door_for_mail_the_return_path_is_the_usual_one(
    game: Game, inbox: Inbox, mailoutbox: list[django_mail.EmailMessage], settings: Settings
) -> None:
    settings.REPLY_BY_MAIL = False
    inbox()
    assert {one.from_email for one in mailoutbox} == {settings.DEFAULT_FROM_EMAIL}


def test_a_dead_address_gets_no_more_mail(
    mail: Mail, game: Game, alice: Person, bob: Person, inbox: Inbox
) -> None:
    assert come_back(mail) == InboundOutcome.BOUNCED
    assert is_cut_off(alice)
    assert not is_cut_off(bob)
    mail.refresh_from_db()
    assert (mail.status, mail.error) == (DeliveryStatus.FAILED, "came back: 5.1.1")
    keep_all(game, 0, 1)
    assert inbox(alice) == []


@pytest.mark.parametrize(("status", "action"), [("4.4.1", "delayed"), ("2.0.0", "delivered")])
def test_a_delay_is_no_bounce(mail: Mail, alice: Person, status: str, action: str) -> None:
    come_back(mail, status, action)
    assert not is_cut_off(alice)
    mail.refresh_from_db()
    assert mail.status == DeliveryStatus.SENT


def copies(mail: Mail, count: int) -> list[Mail]:
    """That many mails to the same person."""
    made = []
    for number in range(count):
        other = Mail.objects.get(pk=mail.pk)
        other.pk, other.message_id = None, f"<{number}@localhost>"
        other.save(force_insert=True)
        made.append(other)
    return made


def test_three_refusals_in_two_weeks_are_enough(mail: Mail, alice: Person) -> None:
    for number, other in enumerate(copies(mail, 3)):
        assert not is_cut_off(alice)
        come_back(other, "5.0.0", at=NOW + timedelta(days=number))
    assert is_cut_off(alice)


def test_refusals_that_are_long_apart_are_not(mail: Mail, alice: Person) -> None:
    for number, other in enumerate(copies(mail, 4)):
        come_back(other, "5.2.2", at=NOW + timedelta(days=8 * number))
    assert not is_cut_off(alice)


def test_two_reports_about_one_mail_are_one(mail: Mail, alice: Person) -> None:
    for _ in range(5):
        come_back(mail, "5.7.1")
    assert Bounce.objects.count() == 1
    assert not is_cut_off(alice)


def test_an_old_address_does_not_cut_the_new_one_off(mail: Mail, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(email="new@example.org")
    come_back(mail)
    assert not is_cut_off(alice)


def test_somebodys_absence_notice_is_no_bounce(mail: Mail, alice: Person) -> None:
    raw = crlf("From: alice@example.org\nSubject: Away\nAuto-Submitted: auto-replied\n\nBack soon.")
    assert receive(raw=raw, recipient=return_path(mail), now=NOW).outcome == "automatic"
    assert not is_cut_off(alice)


def test_a_made_up_return_path_is_unknown(mail: Mail, alice: Person) -> None:
    path = f"bounce+{mail.pk}-{'0' * 20}@localhost.localdomain"
    assert not is_ours(path)
    raw = crlf(DSN.format(path=path, action="failed", status="5.1.1"))
    assert receive(raw=raw, recipient=path, now=NOW).outcome == InboundOutcome.UNKNOWN
    assert not is_cut_off(alice)


COMPLAINTS = "complaints@localhost.localdomain"


def complain(
    kind: str = "abuse",
    fields: str = "",
    original: str = "Subject: x\n",
    type_: str = "message/rfc822",
    to: str = COMPLAINTS,
    at: datetime = NOW,
) -> InboundOutcome:
    raw = crlf(ARF.format(to=to, kind=kind, fields=fields, original=original, type=type_))
    return receive(raw=raw, recipient=to, now=at).outcome


def test_a_complaint_about_a_return_path_stops_the_mails(mail: Mail, alice: Person) -> None:
    fields = f"Original-Mail-From: <{return_path(mail)}>\n"
    assert complain(fields=fields) == InboundOutcome.MUTED
    assert stopped(alice)
    assert not is_cut_off(alice)


@pytest.mark.parametrize("type_", ["message/rfc822", "text/rfc822-headers"])
def test_one_that_quotes_the_way_to_unsubscribe_stops_what_that_stops(
    mail: Mail, game: Game, alice: Person, bob: Person, type_: str
) -> None:
    """The header of a mail stops all mails about games, as the button beside it does."""
    head = bytes(mail.source).split(b"\r\n\r\n")[0].decode().replace("\r\n", "\n")
    assert complain(original=f"{head}\n\nbody", type_=type_) == InboundOutcome.MUTED
    assert stopped(alice)
    assert not stopped(bob)
    assert not game.seats.get(person=alice).muted


@pytest.mark.parametrize(
    ("purpose", "about", "off"),
    [
        ("mute", "", set()),
        ("turns", "", {"turn", "reminder", "nudge"}),
        ("kind", "talk", {"talk"}),
        ("digest", "", {"digest"}),
        ("games", "", {*NoticeKind.values, "digest"}),
    ],
)
def test_a_token_does_in_a_complaint_what_it_does_anywhere(
    game: Game, alice: Person, purpose: str, about: str, off: set[str]
) -> None:
    code = game.code if purpose == "mute" else ""
    token = make_unsubscribe_token(purpose, person_id=alice.pk, game_code=code, kind=about)
    link = f"https://nightmail.example/unsubscribe/{purpose}/{token}/"
    assert complain(original=f"List-Unsubscribe: <{link}>\n\n") == InboundOutcome.MUTED
    preferences = preferences_of(alice)
    assert {kind for kind in [*NoticeKind.values, "digest"] if not preferences.wants(kind)} == off
    assert game.seats.get(person=alice).muted == (purpose == "mute")


def test_a_return_path_that_was_kept_for_a_month_is_believed_no_more(
    mail: Mail, alice: Person
) -> None:
    later = NOW + timedelta(days=31)
    assert come_back(mail, at=later) == InboundOutcome.STALE
    fields = f"Original-Mail-From: <{return_path(mail)}>\n"
    assert complain(fields=fields, at=later) == InboundOutcome.UNKNOWN
    assert complain(to=return_path(mail), at=later) == InboundOutcome.STALE
    assert not is_cut_off(alice)
    assert not stopped(alice)


def test_of_one_mail_a_few_reports_an_hour_are_read(mail: Mail, alice: Person, bob: Person) -> None:
    for _ in range(limits.PER_MAIL):
        assert come_back(mail, "4.4.1", "delayed") == InboundOutcome.BOUNCED
    assert come_back(mail) == InboundOutcome.LIMITED
    assert not is_cut_off(alice)
    other = Mail.objects.get(person=bob)
    assert come_back(other) == InboundOutcome.BOUNCED
    assert come_back(mail, at=NOW + timedelta(minutes=61)) == InboundOutcome.BOUNCED
    assert is_cut_off(alice)


def test_a_flood_of_complaints_is_not_read_and_slows_the_true_one_down_only(
    mail: Mail, alice: Person
) -> None:
    """What was not read does not count: with each hour the door takes as many again."""
    for _ in range(limits.COMPLAINTS):
        assert complain() == InboundOutcome.UNKNOWN
    fields = f"Original-Mail-From: <{return_path(mail)}>\n"
    for _ in range(3):
        assert complain(fields=fields) == InboundOutcome.LIMITED
    assert not stopped(alice)
    assert complain(fields=fields, at=NOW + timedelta(minutes=61)) == InboundOutcome.MUTED


@pytest.mark.parametrize("kind", ["delivery-status", "feedback-report"])
def test_a_report_of_too_many_parts_is_not_read(mail: Mail, alice: Person, kind: str) -> None:
    head = f"Content-Type: multipart/report; report-type={kind}; boundary=edge\n\n"
    many = "--edge\nContent-Type: text/plain\n\n\n" * 50
    end = (DSN if kind == "delivery-status" else ARF).partition("--edge")[2]
    end = end.format(
        path="", action="failed", status="4.4.1", to="", kind="abuse", type="message/rfc822",
        fields=f"Original-Mail-From: <{return_path(mail)}>\n", original="",
    )  # fmt: skip
    for before, outcome in (("", ("bounced", "muted")), (many, ("automatic",))):
        raw = crlf(f"{head}{before}--edge{end}")
        assert receive(raw=raw, recipient=return_path(mail), now=NOW).outcome in outcome
    assert InboundMail.objects.latest("pk").detail == "too many parts"


@pytest.mark.parametrize(
    "original",
    [
        "Subject: x\n\n",
        "Return-Path: <bounce+1-00000000000000000000@localhost.localdomain>\n\n",
        "List-Unsubscribe: <http://127.0.0.1:8000/unsubscribe/turns/eyJwIjoxfQ:made-up/>\n\n",
    ],
)
def test_a_made_up_complaint_stops_nobodys_mails(mail: Mail, alice: Person, original: str) -> None:
    original = original.replace("<bounce+1-", f"<bounce+{mail.pk}-")
    fields = f"Original-Rcpt-To: alice@example.org\nMessage-ID: {mail.message_id}\n"
    assert complain(fields=fields, original=original) == InboundOutcome.UNKNOWN
    assert not stopped(alice)


def test_who_says_that_it_was_no_spam_is_left_alone(mail: Mail, alice: Person) -> None:
    fields = f"Original-Mail-From: <{return_path(mail)}>\n"
    complain(kind="not-spam", fields=fields)
    assert not stopped(alice)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"Content-Type: multipart/report; report-type=delivery-status\r\n\r\n",
        b"Content-Type: multipart/report; report-type=\xff; boundary=\xff\r\n\r\n--\xff\r\n",
        b"Content-Type: multipart/report; report-type=feedback-report; boundary=a\r\n\r\n--a\r\n"
        b"Content-Type: message/feedback-report\r\n\r\n\xff\xfe\r\n--a--",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n\r\n"
        + b"--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" * 3000,
    ],
)
def test_a_broken_report_changes_nothing(mail: Mail, alice: Person, raw: bytes) -> None:
    for recipient in (return_path(mail), COMPLAINTS):
        assert receive(raw=raw, recipient=recipient, now=NOW).outcome in ("automatic", "unknown")
    assert not Bounce.objects.exists()
    assert InboundMail.objects.count() == 2


SECRET = "a secret of twenty letters"


@pytest.fixture
def post(client: Client, settings: Settings):
    settings.INBOUND_SECRET = SECRET

    def send(told: object, secret: str = SECRET):
        content = told if isinstance(told, str) else json.dumps(told)
        return client.post(f"/inbound/bounces/{secret}/", content, "application/json")

    return send


def test_a_mail_service_tells_of_bounces_by_webhook(post, mail: Mail, alice: Person) -> None:
    event = {"event": "failed", "message_id": mail.message_id, "status": "5.1.1"}
    assert post([event, {"event": "opened"}, 7]).json() == {"taken": 1}
    assert is_cut_off(alice)


def test_and_of_complaints(post, mail: Mail, alice: Person) -> None:
    name = mail.message_id.strip("<>")
    assert post({"event": "complaint", "message_id": name}).json() == {"taken": 1}
    assert stopped(alice)


@pytest.mark.parametrize("told", ["", "{", "[" * 100_000, "7", "null", '{"event": ["failed"]}'])
def test_nonsense_from_a_service_changes_nothing(post, mail: Mail, told: str) -> None:
    assert post(told).status_code in (200, 400)
    assert not Bounce.objects.exists()


def test_two_words_about_one_mail_are_one_and_no_sign_is_too_strange(
    post, mail: Mail, alice: Person
) -> None:
    event = {"event": "failed", "message_id": mail.message_id, "status": "5.7.1\0"}
    strange = {"event": "failed", "message_id": "\0", "status": "\0"}
    assert post([event, event, strange]).json() == {"taken": 1}
    assert Bounce.objects.get().code == "5.7.1"


def test_more_than_a_service_tells_at_once_is_not_read(post, mail: Mail, alice: Person) -> None:
    event = {"event": "failed", "message_id": mail.message_id, "status": "5.1.1"}
    assert post([event, {"event": "x" * 256 * 1024}]).status_code == 413
    assert not is_cut_off(alice)


def test_without_the_secret_there_is_nothing_here(post, settings: Settings) -> None:
    assert post({}, "another secret").status_code == 404
    settings.INBOUND_SECRET = ""
    assert post({}, "").status_code == 404


WORDS = st.sampled_from(
    [
        *(line.encode() for line in (DSN + ARF).splitlines()),
        b"--edge", b"--edge--", b"", b"\xff\xfe", b"Status: =?x?q?=ff?=", b"Action: \x00", b" fold",
        b"Content-Type: multipart/report; report-type*0*=%ff; boundary=edge",
        b"Content-Type: message/rfc822", b"Content-Transfer-Encoding: base64", b"MIME-Version: 1.0",
    ]
)  # fmt: skip


@given(st.lists(WORDS | st.binary(max_size=40), max_size=60))
def test_no_report_is_beyond_reading(lines: list[bytes]) -> None:
    head = b"Content-Type: multipart/report; report-type=%s; boundary=edge\r\n\r\n--edge\r\n"
    for kind in (b"delivery-status", b"feedback-report"):
        read_server_report(head % kind + b"\r\n".join(lines))
    read_server_report(b"\r\n".join(lines))
