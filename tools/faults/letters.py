"""Moves by mail: players who answer mails, and what the delivery log says of their letters."""

from __future__ import annotations

import re
import smtplib
import uuid
from random import Random
from typing import Final

from django.utils.timezone import now as site_now

import engine
from engine.bots import choose_action
from games import log
from games.inbound.headers import keys_of, read_headers
from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.mail.identifiers import answer_id
from games.notifications.models import Mail
from games.tables.models import GameStatus, Seat
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.site import Site
from tools.faults.world import SILENT
from tools.players.browser import PATIENCE
from tools.site.mail_server import Taken

TURN: Final = re.compile(r"<g(\w+)\.d(\d+)\.turn")
"""The Message-ID of a mail that asks for a turn: the game and the decision."""
PLAYED: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY)
REFUSED: Final = (InboundOutcome.STALE, InboundOutcome.ILLEGAL, InboundOutcome.UNREADABLE)


class Letters:
    """Writes letters that move, and posts them."""

    def __init__(self, site: Site, ledger: Ledger) -> None:
        self.site, self.ledger = site, ledger
        self._read = 0

    def next_answer(self, dice: Random) -> Attempt | None:
        """The answer to the next mail, if that asks for a move and is not late.

        Mails before the last dozen are not read any more.
        """
        taken = self.site.post.taken
        if self._read >= len(taken):
            return None
        self._read = max(self._read, len(taken) - 12) + 1
        return self._answer_to(taken[self._read - 1], dice)

    def _answer_to(self, mail: Taken, dice: Random) -> Attempt | None:
        asked = TURN.match(mail.message_id)
        if asked is None or SILENT.lower() in mail.to:
            return None
        seats = Seat.objects.filter(game__code=asked[1], game__status=GameStatus.RUNNING)
        seat = seats.filter(person__email=mail.to).select_related("game", "person").first()
        if seat is None:
            return None
        state, decision = log.load(seat.game), int(asked[2])
        if state.decision_seqs.get(seat.number) != decision:
            return None
        if mail.message["Reply-To"] is None:
            self.ledger.wrong.append(f"the mail {mail.message_id} cannot be answered")
            return None
        view = engine.view(state, seat.number)
        action = choose_action("planner", view, dice)
        name = f"<{uuid.UUID(int=dice.getrandbits(128)).hex}@players.example>"
        reply = mail.answered(engine.write_action(action, view), name)
        return Attempt(
            seat=seat,
            decision=decision,
            action=action,
            key=name,
            mail=reply.as_bytes(),
            recipient=str(reply["To"]),
        )

    def post(self, letter: Attempt) -> None:
        """Bring a letter to the gate, which takes it or not."""
        assert letter.seat.person is not None
        code, said = 0, ""
        try:
            with smtplib.SMTP("127.0.0.1", self.site.gate, timeout=PATIENCE) as line:
                line.sendmail(letter.seat.person.email, [letter.recipient], letter.mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = error.recipients[letter.recipient][0], str(error)
        except smtplib.SMTPResponseException as error:
            code, said = error.smtp_code, str(error)
        except (OSError, smtplib.SMTPException):
            pass
        else:
            self.ledger.settle(letter, Answer.TAKEN)
            return
        self.ledger.unanswered += 1
        if code // 100 == 5:
            self.ledger.wrong.append(f"a reply was refused at the gate: {said}")
            self.ledger.settle(letter, Answer.REFUSED)


def letter_faults(ledger: Ledger) -> list[str]:
    """Write down what came of each letter; one that came to nothing is lost, and a fault.

    So is one that was acted upon and has no answer, which is a mail like others.
    """
    wrong = []
    for letter in ledger.answered(Answer.TAKEN):
        line = _line(letter)
        outcome = line.outcome if line else "nothing"
        if line and not _has_answer(line):
            wrong.append(f"reply {letter.key} came to {outcome}, and was not answered")
        if outcome in PLAYED:
            ledger.settle(letter, Answer.ACCEPTED)
        elif outcome in REFUSED:
            ledger.settle(letter, Answer.REFUSED)
        else:
            wrong.append(f"reply {letter.key} was taken at the gate, and came to {outcome}")
    return wrong


def _line(letter: Attempt) -> InboundMail | None:
    """The line of the delivery log with the key of the letter, None where there is none."""
    local = letter.recipient.partition("@")[0]
    headers = read_headers(letter.mail)
    keys = keys_of(headers=headers, local_part=local, text="", now=site_now())
    return InboundMail.objects.filter(key__in=keys).first()


def _has_answer(line: InboundMail) -> bool:
    """Whether a mail was written that says what came of a letter."""
    assert line.key is not None
    assert line.game is not None
    assert line.person is not None
    name = answer_id(line.key, game=line.game, person=line.person)
    return Mail.objects.filter(message_id=name, answer=True).exists()
