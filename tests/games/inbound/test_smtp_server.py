"""The SMTP and LMTP door."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.core import mail
from django.db import OperationalError, connections
from django.utils import timezone
from pytest_django import Settings

from games.absence.substitution import replace_player
from games.inbound import limits, smtp_server
from games.inbound.addresses import Received
from games.inbound.models import InboundMail
from games.inbound.receiving import MAX_BYTES
from games.inbound.smtp_server import listen
from games.notifications.mail.delivery import deliver_account_mails
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from games.talk.models import Message
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.recalled import recall_mails
from tests.fixtures.replies import address_in, reply_to

pytestmark = pytest.mark.django_db(transaction=True)

Turn = tuple[Game, EmailMessage]
Door = Callable[..., smtplib.SMTP]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def door() -> Iterator[Door]:
    """Open the door and connects to it: `door()`, `door(lmtp=True)`."""
    opened, lines = [], []

    def open_door(*, lmtp: bool = False) -> smtplib.SMTP:
        port = free_port()
        opened.append(listen(host="127.0.0.1", port=port, lmtp=lmtp))
        lines.append((smtplib.LMTP if lmtp else smtplib.SMTP)("127.0.0.1", port))
        return lines[-1]

    yield open_door
    for line in lines:
        line.close()
    for controller in opened:
        controller.stop()


def test_an_answer_that_comes_by_smtp_is_played(turn: Turn, door: Door, inbox: Inbox) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    assert door().sendmail("alice@example.org", [address_in(mail)], raw) == {}
    assert game.seats.get(number=0).decision is None
    answers = inbox(at=timezone.now() + timedelta(minutes=1))
    assert any("Your move is made." in text_of(one) for one in answers)


def test_an_answer_that_comes_by_lmtp_is_played(turn: Turn, door: Door) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    assert door(lmtp=True).sendmail("alice@example.org", [address_in(mail)], raw) == {}
    assert game.seats.get(number=0).decision is None


@pytest.mark.parametrize(
    "address",
    [
        "post@localhost.localdomain",
        "reply@localhost.localdomain",
        f"reply+{'0' * 32}@localhost.localdomain",
        "unsubscribe@example.org",
    ],
)
def test_an_unknown_recipient_is_refused_before_the_message(address: str, door: Door) -> None:
    line = door()
    line.ehlo()
    line.mail("alice@example.org")
    assert line.rcpt(address)[0] == 550
    assert not InboundMail.objects.exists()


def test_a_large_message_is_refused_by_its_size(turn: Turn, door: Door) -> None:
    game, mail = turn
    with pytest.raises(smtplib.SMTPException) as refused:
        door().sendmail("alice@example.org", [address_in(mail)], b"x" * (MAX_BYTES + 1000))
    assert "552" in str(refused.value)
    assert game.seats.get(number=0).decision is not None


def test_a_message_without_a_sender_is_not_answered(turn: Turn, door: Door, inbox: Inbox) -> None:
    game, mail = turn
    door().sendmail("", [address_in(mail)], reply_to(mail, "draw blind"))
    assert InboundMail.objects.get().outcome == "automatic"
    assert inbox() == []
    assert game.seats.get(number=0).kind == "turn"


def test_what_fails_here_may_come_again(
    turn: Turn, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    line = door()
    with monkeypatch.context() as broken:
        broken.setattr(
            smtp_server, "receive", lambda **_: Received(smtp_server.InboundOutcome.FAILED)
        )
        with pytest.raises(smtplib.SMTPDataError) as refused:
            line.sendmail("alice@example.org", [address_in(mail)], raw)
        assert refused.value.smtp_code == 451
    line.sendmail("alice@example.org", [address_in(mail)], raw)
    assert game.seats.get(number=0).decision is None


@pytest.mark.parametrize("lmtp", [False, True])
def test_whatever_fails_in_the_data_is_asked_for_again_and_not_told(
    turn: Turn, door: Door, monkeypatch: pytest.MonkeyPatch, lmtp: bool
) -> None:
    """The line of the delivery log cannot be written either when the database is away."""
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    line = door(lmtp=lmtp)

    def fail(*_: object, **__: object) -> None:
        raise OperationalError("server at 10.0.0.7, user night_mail, password hunter2")

    with monkeypatch.context() as broken:
        broken.setattr(InboundMail, "save", fail)
        line.ehlo("mx")
        line.mail("alice@example.org")
        line.rcpt(address_in(mail))
        assert line.data(raw) == (451, b"4.3.0 Not now; please try again later")
    line.rset()
    assert line.sendmail("alice@example.org", [address_in(mail)], raw) == {}
    assert game.seats.get(number=0).decision is None


def test_lmtp_answers_for_each_recipient_by_itself(turn: Turn, door: Door) -> None:
    game, mail = turn
    raw = reply_to(mail, "draw blind blind")
    port = door(lmtp=True).sock.getpeername()[1]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        lines = line.makefile("rwb")

        def ask(text: bytes, answers: int = 1) -> list[bytes]:
            lines.write(text + b"\r\n")
            lines.flush()
            return [lines.readline()[:3] for _ in range(answers)]

        lines.readline()
        ask(b"LHLO mx")
        while lines.readline()[3:4] == b"-":
            pass
        ask(b"MAIL FROM:<alice@example.org>")
        for to in (address_in(mail), "unsubscribe@localhost.localdomain"):
            assert ask(f"RCPT TO:<{to}>".encode()) == [b"250"]
        ask(b"DATA")
        assert ask(raw + b"\r\n.", answers=2) == [b"250", b"250"]
        assert ask(b"NOOP") == [b"250"]
    assert game.seats.get(number=0).decision is None
    assert InboundMail.objects.count() == 2


@pytest.mark.parametrize(
    ("address", "most"),
    [("complaints", limits.COMPLAINTS), ("unsubscribe", limits.UNSUBSCRIBES)],
)
def test_a_flood_at_a_door_for_programs_is_told_to_wait_before_it_is_sent(
    door: Door, address: str, most: int
) -> None:
    line = door()
    line.ehlo()
    line.mail("robot@example.org")
    InboundMail.objects.bulk_create(
        InboundMail(at=timezone.now(), size=1, outcome="unknown", door=address)
        for _ in range(most - 1)
    )
    assert line.rcpt(f"{address}@localhost.localdomain")[0] == 250
    InboundMail.objects.create(at=timezone.now(), size=1, outcome="unknown", door=address)
    assert line.rcpt(f"{address}@localhost.localdomain")[0] == 451


def test_no_connection_to_the_database_is_kept_between_messages(
    turn: Turn, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game, mail = turn
    used = []

    def receive(**message: object) -> Received:
        InboundMail.objects.exists()
        used.append(connections["default"])
        return Received(smtp_server.InboundOutcome.ANSWERED)

    monkeypatch.setattr(smtp_server, "receive", receive)
    door().sendmail("alice@example.org", [address_in(mail)], reply_to(mail, "show"))
    assert [connection.connection for connection in used] == [None]


class TestTalk:
    @pytest.fixture
    def talk(self, turn: Turn, alice: Person, bob: Person, inbox: Inbox) -> Turn:
        """The mail that tells Bob what Alice said."""
        game, _mail = turn

        def speak() -> EmailMessage:
            post_message(game=game, person=alice, text="Good luck!", now=NOW)
            (mail,) = inbox(bob, at=NOW + timedelta(minutes=11))
            return mail

        return game, recall_mails(inbox, "Alice has wished luck", speak)

    def test_an_answer_to_talk_is_said_at_the_table(self, talk: Turn, door: Door) -> None:
        game, mail = talk
        raw = reply_to(mail, "draw blind blind")
        assert door().sendmail("bob@example.org", [address_in(mail)], raw) == {}
        assert Message.objects.latest("pk").text == "draw blind blind"
        assert game.seats.get(number=0).kind == "turn"

    @pytest.mark.parametrize(
        "body", [b"", b"\r\n> only\r\n> quotes\r\n", b"\0" * 900, b"x" * 900 + b"\r\n" + b"x" * 900]
    )
    def test_what_cannot_be_said_is_taken_and_answered(
        self, talk: Turn, door: Door, inbox: Inbox, bob: Person, body: bytes
    ) -> None:
        _game, mail = talk
        raw = b"From: bob@example.org\r\nMessage-ID: <1@example.org>\r\n\r\n" + body
        assert door().sendmail("bob@example.org", [address_in(mail)], raw) == {}
        assert Message.objects.count() == 1
        (answer,) = inbox(bob, at=timezone.now() + timedelta(minutes=1))
        assert "Your message was not posted at the table." in text_of(answer)

    def test_a_megabyte_is_refused_by_its_size(self, talk: Turn, door: Door) -> None:
        _game, mail = talk
        with pytest.raises(smtplib.SMTPException) as refused:
            door().sendmail("bob@example.org", [address_in(mail)], b"x" * 1024 * 1024)
        assert "552" in str(refused.value)
        assert Message.objects.count() == 1

    def test_who_has_left_the_game_is_refused_before_the_message(
        self, talk: Turn, door: Door, charlie: Person
    ) -> None:
        game, mail = talk
        replace_player(game=game, seat=1, by=charlie, actor="director", now=NOW)
        line = door()
        line.ehlo()
        line.mail("bob@example.org")
        assert line.rcpt(address_in(mail))[0] == 550


@pytest.mark.parametrize("sender", ["alice@example.org", "", "a\u202e@example.org"])
def test_what_a_stranger_writes_into_the_envelope_is_one_line(
    turn: Turn, door: Door, sender: str
) -> None:
    """The sender of the envelope is put above the message, and begins no header of its own."""
    game, mail = turn
    line = door()
    line.ehlo()
    line.send(f"MAIL FROM:<{sender}>{'' if sender.isascii() else ' SMTPUTF8'}\r\n".encode())
    line.getreply()
    line.rcpt(address_in(mail))
    assert line.data(reply_to(mail, "draw blind blind"))[0] == 250
    told = InboundMail.objects.get()
    assert told.outcome == ("played" if sender else "automatic")
    assert (game.seats.get(number=0).decision is None) == bool(sender)


def test_a_message_that_smuggles_another_one_is_one_message(turn: Turn, door: Door) -> None:
    """A dot between bare line feeds ends nothing (RFC 5321, section 2.3.8)."""
    game, mail = turn
    raw = reply_to(mail, "show")
    inner = reply_to(mail, "draw blind blind")
    for end in (b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\n"):
        smuggled = (
            raw.rstrip(b"\r\n") + end + b"MAIL FROM:<alice@example.org>\r\nRCPT TO:<"
            + address_in(mail).encode() + b">\r\nDATA\r\n" + inner
        )  # fmt: skip
        line = door()
        line.ehlo()
        line.mail("alice@example.org")
        line.rcpt(address_in(mail))
        line.putcmd("data")
        line.getreply()
        line.send(smuggled + b"\r\n.\r\n")
        line.getreply()
    assert game.seats.get(number=0).decision is not None


def test_postmaster_is_accepted_where_somebody_reads(
    door: Door, settings: Settings, mailoutbox: list[mail.EmailMessage]
) -> None:
    settings.ADMINS = [("", "olga@example.net")]
    raw = b"From: carl@example.org\r\nSubject: Help\r\n\r\nPlease help me.\r\n"
    line = door()
    for recipient in ("postmaster@localhost.localdomain", "postmaster", "post@localhost"):
        assert line.sendmail("carl@example.org", [recipient], raw) == {}
    deliver_account_mails(now=timezone.now() + timedelta(minutes=1))
    assert [one.to for one in mailoutbox] == [["olga@example.net"]]
    settings.ADMINS = []
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        line.sendmail("carl@example.org", ["postmaster"], raw)
