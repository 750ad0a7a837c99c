"""A whole game of two by plans: through the SMTP door, and by nothing else."""

from __future__ import annotations

import shutil
import smtplib
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
import time_machine
from django.core import mail

from engine.board import loading
from games import log
from games.inbound.models import InboundMail
from games.notifications.mail import render
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.tables.models import Game, PlanChoice
from tests.engine.board.samples import ring_board, write
from tests.fixtures.correspondent import Correspondent
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import text_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

STEP = timedelta(minutes=10)
PLAN = "plan\ncomplete my tickets\ndraw for these, always blind\ndo not ask me\n\nThanks!"


class Planner(Correspondent):
    """Somebody who plans once, and makes the moves that the plan leaves open."""

    def read(self, message: EmailMessage) -> None:
        text = text_of(message)
        if "Your plan is in place." not in text:
            super().read(message)

    def choose(self, choices: list[str]) -> str:
        return super().choose(choices) if PLAN in self.answers else PLAN


def test_a_whole_game_of_two_by_plans_in_mails(
    begin: Starter,
    alice: Person,
    bob: Person,
    server: smtplib.SMTP,
    mailoutbox: list[mail.EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for path in loading.BOARD_FOLDER.glob("*.json"):
        shutil.copy(path, tmp_path)
    write(tmp_path, ring_board())
    monkeypatch.setattr(loading, "BOARD_FOLDER", tmp_path)
    monkeypatch.setattr(render, "board_picture", lambda **_: b"")
    now, read = NOW, 0
    with time_machine.travel(NOW, tick=False) as clock:
        game = begin(alice, bob, board="ring")
        Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
        players = {person.email: Planner(person.email, server) for person in (alice, bob)}
        for _step in range(600):
            server.noop()
            clock.shift(STEP)
            now += STEP
            carry_out_orders(now=now)
            send_due(now=now)
            arrived = [sent.message() for sent in mailoutbox[read:]]
            read += len(arrived)
            for message in arrived:
                (recipient,) = message["To"].addresses
                players[recipient.addr_spec].read(message)
            if Game.objects.get().status == "finished":
                break
        send_due(now=now + STEP)

    game = Game.objects.get()
    assert game.status == "finished"
    assert log.verify(game) == []
    assert set(InboundMail.objects.values_list("outcome", flat=True)) <= {"played", "told"}
    moves = sum(line.action is not None for line in log.events(game))
    for player in players.values():
        assert player.answers.count(PLAN) == 1
    # Without plans every move takes an answer.
    assert sum(len(player.answers) for player in players.values()) < moves
    over = [text_of(sent.message()) for sent in mailoutbox[-3:]]
    assert any("is over." in text for text in over)
