"""The SMTP and LMTP door."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.db import connections
from django.utils import timezone

from games.absence.replace_player import replace_player
from games.inbound import smtp
from games.inbound.models import InboundMail
from games.inbound.receiving import LARGEST, Outcome
from games.inbound.smtp import listen
from games.people.models import Person
from games.tables.models import Game
from games.talk.models import Message
from games.talk.say import say
from tests.games.conftest import NOW
from tests.inbound.conftest import address_in, reply_to
from tests.mail.conftest import Inbox, text_of

pytestmark = pytest.mark.django_db(transaction=True)

Turn = tuple[Game, EmailMessage]
Door = Callable[..., smtplib.SMTP]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def door() -> Iterator[Door]:
    """Opens the door and connects to it: `door()`, `door(lmtp=True)`."""
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
        door().sendmail("alice@example.org", [address_in(mail)], b"x" * (LARGEST + 1000))
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
        broken.setattr(smtp, "receive", lambda **_: Outcome(smtp.InboundOutcome.FAILED))
        with pytest.raises(smtplib.SMTPDataError) as refused:
            line.sendmail("alice@example.org", [address_in(mail)], raw)
        assert refused.value.smtp_code == 451
    line.sendmail("alice@example.org", [address_in(mail)], raw)
    assert game.seats.get(number=0).decision is None


def test_no_connection_to_the_database_is_kept_between_messages(
    turn: Turn, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game, mail = turn
    used = []

    def receive(**message: object) -> Outcome:
        InboundMail.objects.exists()
        used.append(connections["default"])
        return Outcome(smtp.InboundOutcome.TOLD)

    monkeypatch.setattr(smtp, "receive", receive)
    door().sendmail("alice@example.org", [address_in(mail)], reply_to(mail, "show"))
    assert [connection.connection for connection in used] == [None]


class TestTalk:
    @pytest.fixture
    def talk(self, turn: Turn, alice: Person, bob: Person, inbox: Inbox) -> Turn:
        """The mail that tells Bob what Alice said."""
        game, _mail = turn
        say(game=game, person=alice, text="Good luck!", now=NOW)
        (mail,) = inbox(bob, at=NOW + timedelta(minutes=11))
        return game, mail

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
        assert "What you wrote was not said at the table." in text_of(answer)

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
