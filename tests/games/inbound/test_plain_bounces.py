"""Bounces and complaints in other forms than those of RFC 3464 and RFC 5965."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.inbound.addresses import Received
from games.inbound.receiving import receive
from games.inbound.server_reports import read_server_report
from games.notifications.mail.return_addresses import return_path
from games.notifications.models import Bounce, Mail
from games.people.models import Person
from tests.fixtures.games import NOW, Starter
from tests.fixtures.growth import MOST, growth
from tests.fixtures.mail import Inbox
from tests.fixtures.recalled import recall_mails
from tests.games.inbound.test_machine_mail import ARF, crlf, is_cut_off, stopped

Arrive = Callable[..., Received]

EXIM = """\
Return-path: <>
X-Failed-Recipients: alice@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

The following address(es) failed:

  alice@example.org
    host mx.example.org [192.0.2.82]
    SMTP error from remote mail server after {after}:
    {answer}

------ This is a copy of the message, including all the headers. ------

Subject: 550 5.1.1 no such user
"""
QMAIL = """\
From: MAILER-DAEMON@mx.example.net
Subject: failure notice

Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<alice@example.org>:
192.0.2.82 does not like recipient.
Remote host said: {answer}
Giving up on 192.0.2.82.

--- Below this line is a copy of the message.

Return-Path: <post@localhost>
"""
YAHOO = """\
From: MAILER-DAEMON@yahoo.example.com
Subject: Failure Notice

Sorry, we were unable to deliver your message to the following address.

<alice@example.org>:
{answer}
--- Below this line is a copy of the message.
"""
DRAGONFLY = """\
From: MAILER-DAEMON <>
Subject: Mail delivery failed

This is the DragonFly Mail Agent v0.13 at df.example.net.

There was an error delivering your mail to <alice@example.org>.

mx.example.org [192.0.2.82] did not like our RCPT TO:
{answer}

Message headers follow.
"""
EXCHANGE = """\
From: System Administrator <postmaster@example.org>
Subject: Undeliverable: [Night Mail] Japan

Your message did not reach some or all of the intended recipients.

      alice@example.org on 21/11/2026 09:12
            {answer}
"""
OPENSMTPD = """\
From: Mailer Daemon <MAILER-DAEMON@mx.example.net>
Subject: Delivery status notification: error
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="edge"

--edge
Content-Type: text/plain

An error has occurred while attempting to deliver a message.

--edge
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; alice@example.org
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {answer}

--edge--
"""
NESTED = """\
From: Gateway <gateway@example.net>
Subject: Fw: Undelivered
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/plain

See below.

--outer
Content-Type: message/rfc822

"""
FORMS = {
    "exim": EXIM.replace("{after}", "RCPT TO:<alice@example.org>"),
    "qmail": QMAIL,
    "yahoo": YAHOO,
    "dragonfly": DRAGONFLY,
    "exchange": EXCHANGE,
}


@pytest.fixture
def mail(begin: Starter, alice: Person, bob: Person, inbox: Inbox) -> Mail:
    """A mail that was sent to Alice."""

    def send() -> None:
        begin(alice, bob, board="japan")
        inbox()

    recall_mails(inbox, "first mails of Japan, without pictures", send)
    return Mail.objects.get(person=alice)


@pytest.fixture
def arrive(mail: Mail) -> Arrive:
    """Receive a message at the return path of the mail to Alice."""

    def put_in(text: str) -> Received:
        path = return_path(mail)
        return receive(raw=crlf(f"To: <{path}>\n{text}"), recipient=path, now=NOW)

    return put_in


def report(answer: str, *, action: str = "failed", status: str = "5.0.0") -> str:
    return OPENSMTPD.format(action=action, status=status, answer=answer)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "answer",
    ["550 5.1.1 <alice@example.org>: Recipient address rejected", "550 No such user here"],
)
def test_bounces_in_plain_text_are_read(
    arrive: Arrive, alice: Person, form: str, answer: str
) -> None:
    assert arrive(FORMS[form].format(answer=answer)).outcome == "bounced"
    assert is_cut_off(alice)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "answer",
    [
        "550 5.7.1 Message rejected as spam",
        "552 5.2.2 Mailbox full",
        "550 Blocked by https://blocklist.example/query?ip=192.0.2.1",
        "550-5.7.26 Unauthenticated email from localhost\n550 5.7.26 is not accepted",
    ],
)
def test_a_bounce_in_plain_text_that_is_not_about_the_address_marks_nothing(
    arrive: Arrive, alice: Person, form: str, answer: str
) -> None:
    assert arrive(FORMS[form].format(answer=answer)).detail.startswith("policy")
    assert not is_cut_off(alice)


def test_an_answer_to_mail_from_is_about_the_sender(arrive: Arrive, alice: Person) -> None:
    text = EXIM.format(after="MAIL FROM:<post@localhost>", answer="553 5.1.0 does not exist")
    assert arrive(text).detail == "policy 5.1.0"
    assert not is_cut_off(alice)


def test_only_the_first_answer_counts(arrive: Arrive, alice: Person) -> None:
    answer = "550 Refused by reputation\n554 bob@example.net... User unknown"
    assert arrive(FORMS["qmail"].format(answer=answer)).detail == "policy"
    assert not is_cut_off(alice)


@pytest.mark.parametrize(
    "text",
    [
        "Delivery to alice@example.org has been delayed. It will be retried.",
        "Your message has not yet been delivered. No action is required on your part.",
        "I could not deliver your message. I will keep trying: 451 4.3.0 try again later",
    ],
)
def test_warnings_of_delays_are_no_refusals(arrive: Arrive, text: str) -> None:
    head = "From: MAILER-DAEMON@mx.example.net\nSubject: Delivery Status Notification (Delay)\n\n"
    assert arrive(head + text).detail.startswith("delayed")


@pytest.mark.parametrize(
    ("sender", "subject"),
    [
        ("Alice <alice@example.org>", "Out of office: I could not deliver"),
        ("Alice <alice@example.org>", "Away"),
        ("Postmaster <postmaster@example.org>", "I am away, call 555 123"),
    ],
)
def test_absence_notices_are_no_bounces(
    arrive: Arrive, alice: Person, sender: str, subject: str
) -> None:
    text = "I am away until 30 November. Call 555 123. Mail is read by bob@example.org."
    head = f"From: {sender}\nSubject: {subject}\nAuto-Submitted: auto-replied\n\n"
    assert arrive(head + text).outcome == "automatic"
    assert not Bounce.objects.exists()


def test_a_report_in_multipart_mixed_is_read(arrive: Arrive, alice: Person) -> None:
    assert arrive(report("550 no", status="5.1.1")).outcome == "bounced"
    assert is_cut_off(alice)


def test_a_report_within_another_message_is_read(arrive: Arrive, alice: Person) -> None:
    nested = f"{NESTED}{report('550 no', status='5.1.1')}\n--outer--\n"
    assert arrive(nested).outcome == "bounced"
    assert is_cut_off(alice)


def test_a_mail_that_expired_has_failed(arrive: Arrive, alice: Person) -> None:
    text = report("connection timed out", action="expired", status="4.4.7")
    assert arrive(text).detail == "refused 4.4.7"
    assert not is_cut_off(alice)


@pytest.mark.parametrize(
    ("answer", "status", "kind"),
    [
        ("550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "5.4.1", "gone"),
        ("550 5.4.1 [a@b.example]: Recipient address rejected: Access denied", "5.4.1", "gone"),
        ("554 5.7.1 Recipient address rejected: Access denied", "5.7.1", "policy"),
        ("550 5.4.1 Relay access denied", "5.4.1", "policy"),
        ("553 http://www.blocklist.example/query/bl?ip=192.0.2.222", "5.1.3", "policy"),
        ("550 5.1.1 User unknown, see https://www.example.org/delist", "5.1.1", "gone"),
        ("550 5.1.1 see https://support.example.org/?p=NoSuchUser", "5.1.1", "gone"),
        ("553 Invalid recipient alice@example.org (Mode: normal)", "5.7.1", "refused"),
        ("550 User alice (alice@example.org) not listed in Domino Directory", "5.0.0", "gone"),
    ],
)
def test_the_words_of_a_server_are_weighed(
    arrive: Arrive, answer: str, status: str, kind: str
) -> None:
    assert arrive(report(answer, status=status)).detail == f"{kind} {status}"


def test_a_failed_check_of_our_signature_is_no_complaint(mail: Mail, alice: Person) -> None:
    to = "complaints@localhost.localdomain"
    text = ARF.format(
        to=to,
        kind="auth-failure",
        fields=f"Original-Mail-From: <{return_path(mail)}>\n",
        type="text/rfc822-headers",
        original=f"Return-Path: <{return_path(mail)}>",
    )
    assert receive(raw=crlf(text), recipient=to, now=NOW).outcome == "unknown"
    assert not stopped(alice)


@pytest.mark.parametrize("path", ["own", "other"])
def test_a_complaint_of_outlook_com_is_read(mail: Mail, alice: Person, path: str) -> None:
    to = "complaints@localhost.localdomain"
    returned = return_path(mail) if path == "own" else "post@localhost"
    text = (
        f"From: staff@hotmail.example\nTo: <{to}>\nSubject: complaint about message from 192.0.2.1"
        '\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="e"\n\n--e\nContent-Type:'
        " message/rfc822\nContent-Disposition: inline\n\nX-HmXmrOriginalRecipient:"
        f" <alice@example.org>\nReturn-Path: {returned}\nSubject: Japan\n\nYour turn.\n--e--\n"
    )
    outcome = receive(raw=crlf(text), recipient=to, now=NOW).outcome
    assert outcome == ("muted" if path == "own" else "unknown")
    assert stopped(alice) == (path == "own")


@pytest.mark.parametrize(
    "unit", ["550 a\n", "550-a\n 551 ", "deliver", "- \n", "-", "MAIL FROM ", "\n \t<", "not "]
)
def test_words_of_servers_are_read_in_time_in_proportion(unit: str) -> None:
    head = "From: MAILER-DAEMON@mx.example.net\nSubject: Failure notice\n\n"
    assert growth(lambda text: read_server_report((head + text).encode()), unit) < MOST
