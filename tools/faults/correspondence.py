"""Players who move by mail: they answer the mails that ask for a move, at the mail gate."""

from __future__ import annotations

import smtplib
import time
import uuid
from random import Random

import engine
from engine import wire
from engine.bots import choose_action
from games import log
from games.tables.models import Game, GameStatus, Seat
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.letters import newest_line
from tools.faults.site import Site
from tools.faults.world import SILENT, World
from tools.players.browser import PATIENCE
from tools.site.mail_server import Taken


class Correspondence:
    """Writes letters that move, and posts them."""

    def __init__(self, site: Site, world: World, ledger: Ledger) -> None:
        self.site, self.world, self.ledger = site, world, ledger
        self._read = 0

    def next_mail(self) -> Taken | None:
        """The next mail that came, but for those before the last dozen: they have been answered."""
        taken = self.site.post.taken
        if self._read >= len(taken):
            return None
        self._read = max(self._read, len(taken) - 12)
        self._read += 1
        return taken[self._read - 1]

    def answer_to(self, mail: Taken, dice: Random) -> Attempt | None:
        """The answer to a mail that asks for a move; None to any other, and to one that is late."""
        code, _dot, rest = mail.message_id.strip("<>").removeprefix("g").partition(".d")
        number, _dot, kind = rest.partition(".")
        if not number.isdecimal() or not kind.startswith("turn") or SILENT.lower() in mail.to:
            return None
        game = Game.objects.filter(code=code, status=GameStatus.RUNNING).first()
        seat = Seat.objects.filter(game=game, person__email=mail.to).first()
        if game is None or seat is None or seat.person_id is None:
            return None
        state = log.load(game)
        decision = int(number)
        if state.decision_seqs.get(seat.number) != decision:
            return None
        if mail.message["Reply-To"] is None:
            self.ledger.complain(f"the mail {mail.message_id} cannot be answered")
            return None
        view = engine.view(state, seat.number)
        action = choose_action("planner", view, dice)
        name = f"<{uuid.UUID(int=dice.getrandbits(128)).hex}@players.example>"
        reply = mail.answered(engine.write_action(action, view), name)
        return Attempt(
            game=game.pk,
            code=code,
            seat=seat.number,
            person=seat.person_id,
            decision=decision,
            action=dict(wire.encode_action(action)),
            key=name,
            mail=reply.as_bytes(),
            recipient=str(reply["To"]),
            newest_line=newest_line(),
        )

    def post(self, attempt: Attempt) -> None:
        """Bring a letter to the gate, which takes it or not."""
        attempt.sent += 1
        sender = next(p.email for p in self.world.people.values() if p.pk == attempt.person)
        try:
            with smtplib.SMTP("127.0.0.1", self.site.gate, timeout=PATIENCE) as line:
                line.sendmail(sender, [attempt.recipient], attempt.mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            if code // 100 == 5:
                self.ledger.complain(f"a reply was refused at the gate: {code} {said!r}")
                self._settle(attempt, Answer.REFUSED)
            self.ledger.unanswered += 1
        except smtplib.SMTPResponseException as error:
            if error.smtp_code // 100 == 5:
                self.ledger.complain(f"a reply was refused at the gate: {error}")
                self._settle(attempt, Answer.REFUSED)
            self.ledger.unanswered += 1
        except (OSError, smtplib.SMTPException):
            self.ledger.unanswered += 1
        else:
            self._settle(attempt, Answer.TAKEN)

    def _settle(self, attempt: Attempt, answer: Answer) -> None:
        self.ledger.settle(attempt, answer, first=-1, at=time.monotonic())
