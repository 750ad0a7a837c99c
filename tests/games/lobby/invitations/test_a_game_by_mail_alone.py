"""One who was invited by mail plays by mail: over SMTP, and never opens the site."""

from __future__ import annotations

import shutil
import smtplib
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core import mail

from engine.board import loading
from games import log
from games.inbound.models import InboundMail
from games.lobby import GameOptions, create_game
from games.lobby.invitations.invite import invite
from games.lobby.invitations.sending import send_due_invitations
from games.notifications.mail import render
from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.people.traces import DeviceTrace
from tests.engine.board.samples import ring_board, write
from tests.fixtures.correspondent import Correspondent
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER
from tests.fixtures.mail import text_of

pytestmark = pytest.mark.django_db(transaction=True)

FIVE_MINUTES = timedelta(minutes=5)


def play_by_invitation(
    board: str, alice: Person, server: smtplib.SMTP, outbox: list[mail.EmailMessage]
) -> Correspondent:
    """Play a whole game of Alice and somebody whom she has invited; both know their mails alone.

    Return the invited one.
    """
    options = GameOptions(board=board, seats=2, public=False, order_fixed=True)
    game = create_game(organiser=alice, options=options, now=NOW)
    invite(game=game, inviter=alice, address=STRANGER, now=NOW)
    erin = Correspondent(STRANGER, server)
    players = {alice.email: Correspondent(alice.email, server), STRANGER: erin}
    now, read = NOW, 0
    with time_machine.travel(NOW, tick=False) as clock:
        while game.status != "finished":
            clock.shift(FIVE_MINUTES)
            now += FIVE_MINUTES
            send_due_invitations(now=now)
            deliver_account_mails(now=now)
            send_due(now=now)
            arrived = [sent.message() for sent in outbox[read:]]
            assert arrived, "nobody is asked for anything, and the game is not over"
            read += len(arrived)
            for message in arrived:
                (recipient,) = message["To"].addresses
                player, text = players[recipient.addr_spec], text_of(message)
                if "Alice invites you to a game" in text:
                    player.reply(message, "join as Erin")
                elif "You have joined as Erin." not in text:
                    player.read(message)
            game.refresh_from_db()
        send_due(now=now + FIVE_MINUTES)
    assert log.verify(game) == []
    return erin


def check_never_on_the_site(outbox: list[mail.EmailMessage]) -> None:
    """Make sure that the game was played to its end by somebody who opened no page."""
    outcomes = set(InboundMail.objects.values_list("outcome", flat=True))
    assert outcomes <= {"joined", "played", "told"}
    person = Person.objects.get(email=STRANGER)
    assert person.last_login is None
    assert not person.has_usable_password()
    assert not Session.objects.exists()
    assert not DeviceTrace.objects.exists()
    over = [text_of(one.message()) for one in outbox if STRANGER in one.to][-3:]
    assert any("is over." in text for text in over)


@pytest.mark.slow
def test_a_whole_game_is_played_by_one_who_never_opens_the_site(
    alice: Person,
    server: smtplib.SMTP,
    mailoutbox: list[mail.EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The figure: the second reply of the invited person is their first accepted move."""
    for path in loading.BOARD_FOLDER.glob("*.json"):
        shutil.copy(path, tmp_path)
    write(tmp_path, ring_board())
    monkeypatch.setattr(loading, "BOARD_FOLDER", tmp_path)
    monkeypatch.setattr(render, "board_picture", lambda **_: b"")
    erin = play_by_invitation("ring", alice, server, mailoutbox)
    assert erin.answers[0] == "join as Erin"
    theirs = InboundMail.objects.filter(person__email=STRANGER).order_by("pk")
    assert theirs.values_list("outcome", flat=True)[0] == "played"
    assert erin.answers[1].startswith("keep")
    assert any(line.startswith("claim ") for line in erin.answers)
    check_never_on_the_site(mailoutbox)
