"""A whole game of Japan played by answering mails: through the SMTP door, and by nothing else.

Alice and Bob read what arrives, and write. They know no more of the game than their mails tell.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.core import mail

from games import log
from games.inbound.models import InboundMail
from games.inbound.smtp_server import listen
from games.notifications.mail import render
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import text_of
from tests.fixtures.replies import address_in, reply_to
from tests.games.inbound.test_smtp_server import free_port

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

CHOICE = re.compile(r"^- (.+)$", re.MULTILINE)


class Correspondent:
    """Somebody with a mail program and nothing else."""

    def __init__(self, person: Person, server: smtplib.SMTP) -> None:
        self.address = person.email
        self.server = server
        self.asked_for_choices = ""
        self.answers: list[str] = []

    def read(self, message: EmailMessage) -> None:
        """Answer a mail that asks for something."""
        if message["Reply-To"] is None:
            return
        text = text_of(message)
        choices = text.partition("You can write:")[2].partition("\n\n")[0]
        if "Choose" in text:
            self.reply(message, "keep 1 2 3" if "1. " in text else "keep all")
        elif "Draw your second card." in text:
            self.reply(message, "draw blind")
        elif choices:
            self.reply(message, self.choose(CHOICE.findall(choices)))
        else:
            self.reply(message, "show")

    def choose(self, choices: list[str]) -> str:
        claims = [line for line in choices if line.startswith("claim ")]
        if claims:
            return claims[0]
        if any("draw blind" in line for line in choices):
            return "draw blind\ndraw blind"
        return choices[0].split(" · ")[0]

    def reply(self, message: EmailMessage, text: str) -> None:
        self.answers.append(text)
        raw = reply_to(message, text)
        assert self.server.sendmail(self.address, [address_in(message)], raw) == {}


@pytest.fixture
def server() -> Iterator[smtplib.SMTP]:
    port = free_port()
    controller = listen(host="127.0.0.1", port=port, lmtp=False)
    with smtplib.SMTP("127.0.0.1", port) as client:
        yield client
    controller.stop()


def test_a_whole_game_of_japan_by_answering_mails(
    begin: Starter,
    alice: Person,
    bob: Person,
    server: smtplib.SMTP,
    mailoutbox: list[mail.EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Drawing takes most of the time, and nobody here looks at pictures.
    monkeypatch.setattr(render, "board_picture", lambda **_: b"")
    with time_machine.travel(NOW, tick=False) as clock:
        begin(alice, bob, board="japan")
        players = {person.email: Correspondent(person, server) for person in (alice, bob)}
        read = 0
        while Game.objects.get().status != "finished":
            clock.shift(timedelta(minutes=5))
            send_due(now=NOW + timedelta(minutes=5 * read))
            arrived = [sent.message() for sent in mailoutbox[read:]]
            assert arrived, "nobody is asked for anything, and the game is not over"
            read += len(arrived)
            for message in arrived:
                (recipient,) = message["To"].addresses
                players[recipient.addr_spec].read(message)
        send_due(now=NOW + timedelta(minutes=5 * read))

    game = Game.objects.get()
    assert log.verify(game) == []
    moves = [line for player in players.values() for line in player.answers]
    assert any(line.startswith("claim ") for line in moves)
    assert set(InboundMail.objects.values_list("outcome", flat=True)) == {"played", "told"}
    assert InboundMail.objects.count() == len(moves)
    over = [text_of(sent.message()) for sent in mailoutbox[-3:]]
    assert any("The game Japan is over." in text for text in over)
    assert all(message.message()["Subject"] == mailoutbox[0].message()["Subject"]
               for message in mailoutbox)  # fmt: skip
