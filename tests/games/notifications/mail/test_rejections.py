"""What a refusal says of an address, by SMTP or in a report; and when it is our own fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from games.inbound.receiving import receive
from games.notifications.mail.return_addresses import return_path
from games.notifications.mail.runner import send_due
from games.notifications.models import Bounce, BounceKind, DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.scheduler.alarm import raise_alarm
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import MailServer
from tests.games.inbound.test_machine_mail import DSN, crlf

MINUTE = timedelta(minutes=1)

DEAD = (
    "550 5.1.1 <alice@example.org>: Address rejected: User unknown in relay recipient table",
    "550 5.1.1 The email account that you tried to reach does not exist. Please try checking it",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "550 5.2.1 The email account that you tried to reach is inactive.",
    "550 5.5.0 <alice@example.org>: User unknown",
    "550 No such user here",
    "550 Unrouteable address",
    "550 Requested action not taken: user not found",
    "553 sorry, no mailbox here by that name",
    "554 5.1.1 delivery error: This user doesn't have an example.org account",
    "556 5.1.10 Recipient address has null MX",
)
OURS = (
    "550 5.7.1 Relaying denied",
    "550 Relay not permitted",
    "550 we do not relay",
    "550 5.1.1 Relaying denied",
    "553 sorry, that domain isn't in my list of allowed rcpthosts; relaying denied",
    "550 5.7.26 This mail is unauthenticated, which poses a security risk",
    "530 5.7.0 Authentication required",
    "550 5.7.509 Access denied, sending domain does not pass DMARC verification",
    "550 SPF check failed",
    "550 Message rejected due to content restrictions",
    "554 5.7.1 Client host [192.0.2.4] blocked using a list of spammers",
    "550 poor reputation of sender",
    "550 rejected for policy reasons",
    "550 5.2.2 mailbox full",
    "552 Quota exceeded",
    "550 Greylisted, please try again later",
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more",
    "550 5.1.8 Bad sender's system address",
)
IN_DOUBT = (
    "550 Requested action not taken: mailbox unavailable",
    "550 5.5.0 mailbox unavailable",
    "554 5.0.0 rejected",
    "550 no",
)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    """Bob and Charlie can be reached, whatever happens to Alice's mail."""
    return begin(alice, bob, charlie)


def cut_off() -> set[str]:
    return set(Person.objects.filter(mail_bounced=True).values_list("name", flat=True))


def only_for(person: Person, said: str) -> Callable[[str], str]:
    return lambda address: said if address == person.email else "250 OK"


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("said", DEAD)
def test_an_address_that_a_server_does_not_know_gets_no_more_mail(
    alice: Person, mail_server: MailServer, said: str
) -> None:
    mail_server.answer = only_for(alice, said)
    send_due(now=NOW)
    assert cut_off() == {"Alice"}
    assert Mail.objects.get(person=alice).status == DeliveryStatus.FAILED


@pytest.mark.slow
@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("said", OURS)
def test_what_is_said_about_us_or_the_mail_leaves_the_address_alive(
    alice: Person, mail_server: MailServer, said: str
) -> None:
    mail_server.answer = only_for(alice, said)
    for day in range(3):
        for minutes in (0, 5, 20):
            send_due(now=NOW + timedelta(days=day, minutes=minutes))
    assert cut_off() == set()
    assert not Bounce.objects.exists()
    mail_server.answer = lambda address: "250 OK"
    send_due(now=NOW + timedelta(days=3))
    assert Mail.objects.get(person=alice).status == DeliveryStatus.SENT


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("said", ["550 5.1.1 user unknown", "554 5.1.1 no such user"])
def test_what_is_said_to_the_message_is_not_about_the_address(
    alice: Person, mail_server: MailServer, said: str
) -> None:
    mail_server.verdict = lambda raw: said if b"alice@" in raw else "250 OK"
    send_due(now=NOW)
    assert cut_off() == set()


@pytest.mark.parametrize("said", IN_DOUBT)
def test_where_a_server_gives_no_reason_three_mails_decide(
    game: Game, alice: Person, mail_server: MailServer, said: str
) -> None:
    mail_server.answer = only_for(alice, said)
    send_due(now=NOW)
    assert cut_off() == set()
    Notice.objects.filter(person=alice).update(mail=None, status=DeliveryStatus.DROPPED)
    first = Mail.objects.get(person=alice)
    for number in (1, 2):
        assert cut_off() == set()
        other = Mail.objects.get(pk=first.pk)
        other.pk, other.message_id, other.answer = None, f"<{number}@localhost>", True
        other.status, other.attempts = DeliveryStatus.PENDING, 0
        other.next_attempt_at = other.created_at = NOW + timedelta(days=number)
        other.save(force_insert=True)
        send_due(now=NOW + timedelta(days=number))
    assert cut_off() == {"Alice"}


@pytest.fixture
def crowd(begin: Starter, people: PeopleFactory) -> list[Person]:
    names = ("Ann", "Bea", "Cora", "Dora", "Eve", "Fay", "Gina", "Hope")
    crowd = [people(name) for name in names]
    for one, other in zip(crowd[::2], crowd[1::2], strict=True):
        begin(one, other)
    return crowd


def test_when_most_addresses_are_dead_at_once_it_is_our_fault_and_the_operators_hear_it(
    crowd: list[Person], mail_server: MailServer, settings: Settings
) -> None:
    """A relay that has lost its list of users says to everybody that they do not exist."""
    settings.ADMINS = [("", "operator@example.org")]
    mail_server.answer = lambda address: "550 5.1.1 User unknown"
    send_due(now=NOW)
    assert cut_off() == set()
    assert set(Mail.objects.values_list("status", flat=True)) == {DeliveryStatus.PENDING}
    mail_server.answer = lambda address: "250 OK"
    assert raise_alarm(now=NOW + MINUTE) == 1
    (alarm,) = mail_server.taken
    assert b"refusals overdue" in alarm
    send_due(now=NOW + 15 * MINUTE)
    assert {to for (to,) in mail_server.recipients[1:]} == {person.email for person in crowd}
    assert not Notice.objects.exclude(status=DeliveryStatus.SENT).exists()
    assert raise_alarm(now=NOW + 16 * MINUTE) == 0


def test_three_dead_addresses_among_many_are_dead(
    crowd: list[Person], mail_server: MailServer
) -> None:
    gone = {person.email for person in crowd[:3]}
    mail_server.answer = lambda address: "550 5.1.1 no" if address in gone else "250 OK"
    for minutes in (0, 3, 10, 25):
        send_due(now=NOW + minutes * MINUTE)
    assert cut_off() == {"Ann", "Bea", "Cora"}


def reports(crowd: list[Person], status: str, words: str) -> Iterator[Person]:
    """Let mails come back one after the other."""
    for person in crowd:
        path = return_path(Mail.objects.get(person=person))
        raw = DSN.format(path=path, action="failed", status=status)
        raw = raw.replace("smtp; 550 no", f"smtp; {words}")
        receive(raw=crlf(raw), recipient=path, now=NOW + MINUTE)
        yield person


def test_reports_that_all_come_back_at_once_mark_nobody(
    crowd: list[Person], mail_server: MailServer
) -> None:
    send_due(now=NOW)
    assert len(list(reports(crowd, "5.1.1", "550 5.1.1 User unknown"))) == 8
    assert cut_off() == set()
    assert raise_alarm(now=NOW + 2 * MINUTE) == 1


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        ("5.1.1", "550 5.1.1 User unknown", BounceKind.GONE),
        ("5.0.0", "550 No such user", BounceKind.GONE),
        ("5.0.0", "550 5.1.1 unknown", BounceKind.GONE),
        ("5.1.1", "550 Relay access denied", BounceKind.POLICY),
        ("5.7.1", "550 5.7.1 rejected", BounceKind.POLICY),
        ("5.0.0", "554 Your mail was taken for spam", BounceKind.POLICY),
        ("5.2.2", "552 over quota", BounceKind.POLICY),
        ("5.0.0", "554 no", BounceKind.REFUSED),
        ("4.4.7", "delivery time expired", BounceKind.REFUSED),
    ],
)
def test_codes_and_words_of_a_report_decide(
    game: Game, alice: Person, mail_server: MailServer, status: str, words: str, kind: BounceKind
) -> None:
    send_due(now=NOW)
    assert list(reports([alice], status, words)) == [alice]
    assert Bounce.objects.get().kind == kind
    assert cut_off() == ({"Alice"} if kind == BounceKind.GONE else set())


def test_the_words_of_a_mail_service_decide_as_well(
    game: Game, alice: Person, mail_server: MailServer, settings: Settings
) -> None:
    settings.INBOUND_SECRET = "x" * 24
    send_due(now=NOW)
    name = Mail.objects.get(person=alice).message_id
    told = {"event": "failed", "message_id": name, "status": "5.1.1", "text": "Relaying denied"}
    path = f"/inbound/bounces/{settings.INBOUND_SECRET}/"
    answer = Client().post(path, json.dumps(told), content_type="application/json")
    assert answer.json() == {"taken": 1}
    assert cut_off() == set()


def test_an_address_is_marked_again_after_the_fault_is_over(
    crowd: list[Person], mail_server: MailServer
) -> None:
    mail_server.answer = lambda address: "550 5.1.1 User unknown"
    send_due(now=NOW)
    mail_server.answer = only_for(crowd[0], "550 5.1.1 User unknown")
    send_due(now=NOW + 15 * MINUTE)
    send_due(now=NOW + 40 * MINUTE)
    assert cut_off() == {"Ann"}


def test_who_was_reached_in_the_end_was_never_refused(
    game: Game, alice: Person, mail_server: MailServer
) -> None:
    mail_server.answer = only_for(alice, "550 5.0.0 no")
    send_due(now=NOW)
    assert Bounce.objects.count() == 1
    mail_server.answer = lambda address: "250 OK"
    send_due(now=NOW + 5 * MINUTE)
    assert Bounce.objects.count() == 0
    keep_all(game, 0, 1, 2)
