"""Thousands of damaged messages: none raises, none moves. `make fuzz-mail` sends 10,000."""

from __future__ import annotations

import os
import random
from datetime import timedelta
from email.message import EmailMessage

import pytest
from pytest_django import Settings

from games.inbound.models import InboundMail
from games.inbound.receiving import receive
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.replies import address_in, reply_to
from tests.games.inbound.corpus import COMMANDS, PROGRAMS, both, mail

MESSAGES = int(os.environ.get("NIGHT_MAIL_FUZZ_MAILS", "100"))
PROSE = {
    "en": "I cannot play tonight, sorry; tomorrow I will.",
    "nl": "Ik kan vanavond niet, sorry; morgen wel.",
}
TROUBLE = [
    b"\r\n", b"\r\n\r\n", b"\x00", b"\xff\xfe", b"=?utf-8?q?", b"=?x?b?/?=", b"<", b">", b"--",
    b"Content-Type: multipart/mixed; boundary=\"\r\n", b"Content-Transfer-Encoding: x-uuencode\r\n",
    b"; charset=utf-16", b"; charset=idna", b"; format=flowed; delsp=yes", b"From: \r\n", b"@",
    b"Content-Type: message/partial\r\n", b"charset*0*=x'%FF'", "\u202edraw\u2066".encode(), b"(",
    b"&#0;", b"\"",
]  # fmt: skip


def damaged(raw: bytes, dice: random.Random) -> bytes:
    """A message after a few accidents."""
    for _ in range(dice.choice([1, 1, 2, 3, 8])):
        place = dice.randrange(len(raw) + 1)
        end = min(len(raw), place + dice.choice([1, 2, 10, 200]))
        match dice.randrange(5):
            case 0:
                raw = raw[:place] + dice.choice(TROUBLE) + raw[place:]
            case 1:
                raw = raw[:place] + dice.choice(TROUBLE) + raw[end:]
            case 2:
                raw = raw[:place] + dice.randbytes(end - place) + raw[end:]
            case 3:
                raw = raw[: max(place, 20)]
            case _:
                raw = raw[:place] + raw[place:end] * dice.choice([2, 50]) + raw[end:]
    return raw


def message(dice: random.Random, turn_mail: EmailMessage) -> bytes:
    """A command from somebody else, or prose, above a quote with commands, from Alice."""
    lang = dice.choice(["en", "nl"])
    if dice.random() < 0.3:
        forged = dice.choice(["eve@example.org", "bob@example.org", "<>"])
        return reply_to(turn_mail, dice.choice(COMMANDS[lang]), sender=forged)
    program = dice.choice(PROGRAMS)
    plain, page = program.plain(PROSE[lang], lang), program.html(PROSE[lang], lang)
    return dice.choice([mail(plain), mail(page, "html"), both(plain, page)])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_damaged_messages_neither_raise_nor_move(
    turn: tuple[Game, EmailMessage], part: int
) -> None:
    game, turn_mail = turn
    recipient = address_in(turn_mail)
    for number in range(part, MESSAGES, 2):
        dice = random.Random(number)
        random.seed(number)  # the boundaries of the email package come from there
        raw = message(dice, turn_mail)
        raw = damaged(raw, dice)
        outcome = receive(raw=raw, recipient=recipient, now=NOW + number * timedelta(minutes=4))
        assert outcome.outcome not in ("failed", "played", "partly"), number
    before = game.version
    game.refresh_from_db()
    assert game.version == before
    assert InboundMail.objects.count() == len(range(part, MESSAGES, 2))


@pytest.mark.slow
def test_damaged_messages_to_the_operators_do_not_raise(
    turn: tuple[Game, EmailMessage], settings: Settings
) -> None:
    settings.ADMINS = [("", "olga@example.net")]
    _game, turn_mail = turn
    for number in range(MESSAGES):
        dice = random.Random(number)
        random.seed(number)
        raw = damaged(message(dice, turn_mail), dice)
        recipient = dice.choice(["postmaster@localhost.localdomain", "post@localhost"])
        outcome = receive(raw=raw, recipient=recipient, now=NOW + number * timedelta(minutes=4))
        assert outcome.outcome != "failed", number
