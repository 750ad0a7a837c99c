"""A whole game of Japan played by answering mails: through the SMTP door, and by nothing else.

Alice and Bob read what arrives, and write. They know no more of the game than their mails tell.
"""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from games import log
from games.inbound.models import InboundMail
from games.notifications.mail import render
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.correspondent import Correspondent
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import text_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


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
        players = {person.email: Correspondent(person.email, server) for person in (alice, bob)}
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
    assert any("The game on Japan is over." in text for text in over)
    assert all(message.message()["Subject"] == mailoutbox[0].message()["Subject"]
               for message in mailoutbox)  # fmt: skip
