"""Messages that must not move anything: forged, automatic, doubled, too many, too large, broken."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress

from games import log
from games.inbound import limits, receiving
from games.inbound.models import InboundMail
from games.inbound.receiving import LARGEST, receive
from games.notices.models import Mail, ReplyAddress
from games.people.models import Person
from games.play.models import Submission
from games.tables.models import Game
from tests.games.conftest import NOW
from tests.inbound.conftest import Reply, address_in, reply_to
from tests.mail.conftest import Inbox, text_of

Turn = tuple[Game, EmailMessage]


@pytest.fixture
def unmoved(turn: Turn) -> object:
    """Looks, at the end, whether the game stands where it stood."""
    game, _ = turn
    yield
    before = game.version
    game.refresh_from_db()
    assert game.version == before


def test_who_is_not_the_person_of_the_address_is_neither_obeyed_nor_answered(
    turn: Turn, unmoved: object, send: Reply, inbox: Inbox
) -> None:
    _, mail = turn
    for sender in (
        "Eve <eve@example.org>",
        "Bob <bob@example.org>",
        '"alice@example.org" <eve@example.org>',
        "alice@example.org, eve@example.org",
    ):
        outcome = send(mail, "draw blind", sender=sender)
        assert (outcome.outcome, outcome.answered) == ("forged", False)
    assert inbox() == []


def test_two_from_headers_are_nobody(turn: Turn, unmoved: object) -> None:
    _, mail = turn
    raw = b"From: eve@example.org\r\n" + reply_to(mail, "draw blind")
    assert receive(raw=raw, recipient=address_in(mail), now=NOW).outcome == "forged"


def test_an_address_that_was_not_verified_is_no_sender(
    turn: Turn, unmoved: object, send: Reply, alice: Person
) -> None:
    _, mail = turn
    EmailAddress.objects.create(user=alice, email="new@example.org", verified=False)
    assert send(mail, "draw blind", sender="new@example.org").outcome == "forged"
    EmailAddress.objects.filter(email="new@example.org").update(verified=True)
    assert send(mail, "dance", sender="New@Example.org").outcome == "unreadable"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Auto-Submitted", "auto-replied"),
        ("Auto-Submitted", "Auto-Generated (vacation)"),
        ("Precedence", "bulk"),
        ("Precedence", "junk"),
        ("Precedence", "auto_reply"),
        ("X-Autoreply", "yes"),
        ("List-Id", "<game-1.localhost.localdomain>"),
        ("Return-Path", "<>"),
        ("Message-ID", "<gabc.d3.turn.pabc@localhost.localdomain>"),
        ("Content-Type", "multipart/report; report-type=delivery-status; boundary=x"),
    ],
)
def test_what_a_program_wrote_is_not_answered(
    turn: Turn, unmoved: object, inbox: Inbox, name: str, value: str
) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind")
    if name in ("Content-Type", "Message-ID"):
        raw = b"\r\n".join(
            line for line in raw.split(b"\r\n") if not line.startswith(name.encode())
        )
    raw = f"{name}: {value}\r\n".encode() + raw
    outcome = receive(raw=raw, recipient=address_in(mail), now=NOW)
    assert (outcome.outcome, outcome.detail) == ("automatic", name)
    assert inbox() == []


def test_a_person_who_says_so_is_no_program(turn: Turn, send: Reply) -> None:
    _, mail = turn
    headers = {"Auto-Submitted": "no", "Precedence": "normal"}
    assert send(mail, "draw blind", headers=headers).outcome == "played"


def test_our_own_mail_does_not_come_back_as_a_move(turn: Turn, unmoved: object) -> None:
    _, mail = turn
    raw = mail.as_bytes()
    assert receive(raw=raw, recipient=address_in(mail), now=NOW).outcome == "automatic"


def test_the_same_message_acts_once_and_is_answered_once(turn: Turn, inbox: Inbox) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind")
    outcomes = [receive(raw=raw, recipient=address_in(mail), now=NOW).outcome for _ in range(3)]
    assert outcomes == ["played", "duplicate", "duplicate"]
    assert len(inbox()) == 1
    assert log.load(game).pending[0] == "second"
    assert InboundMail.objects.count() == 3


def test_killed_between_move_and_answer_the_next_copy_answers_the_same_move(
    turn: Turn, inbox: Inbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind")

    class Killed(BaseException):
        pass

    def kill(**_: object) -> None:
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(receiving, "Answer", kill)
        with pytest.raises(Killed):
            receive(raw=raw, recipient=address_in(mail), now=NOW)
    game.refresh_from_db()
    before = game.version
    assert receive(raw=raw, recipient=address_in(mail), now=NOW).outcome == "played"
    game.refresh_from_db()
    assert game.version == before
    (answer,) = inbox()
    assert text_of(answer).count("You drew a card from the deck") == 1
    assert Submission.objects.count() == 1


def test_an_address_that_was_never_given_out_means_nothing(turn: Turn, unmoved: object) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind")
    for recipient in (
        f"reply+{'0' * 32}@localhost.localdomain",
        address_in(mail).replace("localhost.localdomain", "example.org"),
        address_in(mail).replace("reply+", ""),
        "",
        "@",
        "reply+@localhost.localdomain",
    ):
        assert receive(raw=raw, recipient=recipient, now=NOW).outcome == "unknown"


def test_servers_may_fold_the_case_of_an_address(turn: Turn) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind")
    assert receive(raw=raw, recipient=address_in(mail).upper(), now=NOW).outcome == "played"


def test_the_address_of_a_seat_that_was_handed_over_is_dead(
    turn: Turn, unmoved: object, send: Reply, charlie: Person, inbox: Inbox
) -> None:
    game, mail = turn
    game.seats.filter(number=0).update(person=charlie)
    assert send(mail, "draw blind").outcome == "stale"
    assert inbox() == []


def test_who_may_no_longer_log_in_may_not_write_either(
    turn: Turn, unmoved: object, send: Reply, alice: Person
) -> None:
    _, mail = turn
    Person.objects.filter(pk=alice.pk).update(is_active=False)
    assert send(mail, "draw blind").outcome == "forged"


def test_too_many_messages_are_not_read(
    turn: Turn, unmoved: object, send: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = turn
    monkeypatch.setattr(limits, "PER_ADDRESS", 2)
    assert [send(mail, "dance").outcome for _ in range(4)] == ["unreadable"] * 2 + ["limited"] * 2
    assert Mail.objects.filter(answer=True).count() == 2
    assert send(mail, "dance", at=NOW + timedelta(minutes=61)).outcome == "unreadable"


def test_one_sender_is_limited_over_all_addresses(
    turn: Turn, unmoved: object, send: Reply, monkeypatch: pytest.MonkeyPatch, inbox: Inbox
) -> None:
    _, mail = turn
    monkeypatch.setattr(limits, "PER_SENDER", 1)
    send(mail, "dance")
    (answer,) = inbox()
    assert send(answer, "dance").outcome == "limited"


def test_a_large_message_is_answered_and_not_read(
    turn: Turn, unmoved: object, inbox: Inbox
) -> None:
    _, mail = turn
    raw = reply_to(mail, "draw blind" + "\n" * LARGEST)
    assert receive(raw=raw, recipient=address_in(mail), now=NOW).outcome == "too-large"
    (answer,) = inbox()
    assert "too large" in text_of(answer)


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Type: multipart/mixed\r\n\r\nno boundary",
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n--x\r\n--x--",
        b"Content-Type: text/plain; charset=\"\r\n\r\n\xff\xfe",
        b"Content-Type: text/html\r\n\r\n" + b"<div" * 9000,
        b"Content-Type: text/html\r\n\r\n" + b"<!--" * 9000,
        b"Content-Type: text/html\r\n\r\n" + b"<style>" * 9000,
        b"Content-Transfer-Encoding: base64\r\n\r\n====draw blind====",
        b"Content-Type: message/rfc822\r\n\r\nSubject: draw blind\r\n\r\ndraw blind",
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
            for n in range(1500)
        ),
        b"Content-Disposition: attachment\r\n\r\ndraw blind",
        b"\r\n" + b"\x00" * 5000,
        b"",
    ],
)  # fmt: skip
def test_broken_messages_move_nothing_and_are_answered(
    turn: Turn, unmoved: object, body: bytes
) -> None:
    _, mail = turn
    raw = b"From: alice@example.org\r\nMessage-ID: <1@example.org>\r\n" + body
    outcome = receive(raw=raw, recipient=address_in(mail), now=NOW)
    assert outcome.outcome in ("unreadable", "forged")


def test_a_fault_of_ours_is_logged_and_asks_for_another_copy(
    turn: Turn, unmoved: object, send: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, mail = turn
    monkeypatch.setattr(receiving, "play", lambda **_: 1 / 0)
    assert send(mail, "draw blind").outcome == "failed"
    assert InboundMail.objects.get().outcome == "failed"


def test_the_table_of_addresses_does_not_hold_them(turn: Turn) -> None:
    _, mail = turn
    token = address_in(mail).partition("+")[2].partition("@")[0]
    assert not any(token in row.digest for row in ReplyAddress.objects.all())


def test_the_list_can_be_left_by_mail(turn: Turn, alice: Person, inbox: Inbox) -> None:
    game, mail = turn
    mailto = str(mail["List-Unsubscribe"]).split("mailto:")[1].rstrip(">")
    recipient, _, subject = unquote(mailto).partition("?subject=")
    raw = f"From: robot@example.net\r\nSubject: {subject}\r\n\r\n".encode()
    assert receive(raw=raw, recipient=recipient, now=NOW).outcome == "muted"
    assert game.seats.get(person=alice).muted
    assert inbox() == []
    for wrong in (b"Subject: mute nonsense\r\n\r\n", b"Subject: hello\r\n\r\n", b""):
        assert receive(raw=wrong, recipient=recipient, now=NOW).outcome == "unknown"
