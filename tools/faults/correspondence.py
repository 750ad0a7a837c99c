"""Players who move by mail, and what came of their replies by the delivery log."""

from __future__ import annotations

import smtplib
import time
import uuid
from random import Random
from typing import Final

from django.utils.timezone import now as site_now

import engine
from engine import wire
from engine.bots import choose_action
from games import log
from games.inbound.headers import keys_of, read_headers
from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.mail.identifiers import answer_id
from games.notifications.mail.return_addresses import find_reply_address
from games.notifications.models import Mail
from games.tables.models import Game, GameStatus, Seat
from tools.faults.ledger import Answer, Attempt, Ledger
from tools.faults.site import Site
from tools.faults.world import SILENT, World
from tools.players.browser import PATIENCE
from tools.site.mail_server import Taken

PLAYED: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY)
REFUSED: Final = (
    InboundOutcome.STALE, InboundOutcome.ILLEGAL, InboundOutcome.LIMITED, InboundOutcome.UNREADABLE,
)  # fmt: skip


def letter_faults(ledger: Ledger) -> list[str]:
    """Write down what came of each letter; one that came to nothing is lost, and a fault.

    So is one that was acted upon and has no answer, which is a mail like others.
    """
    wrong = []
    spent: set[int] = set()
    for letter in ledger.letters:
        line = _line(letter, spent)
        outcome = line.outcome if line else ""
        if line and line.key and not _has_answer(line):
            wrong.append(f"reply {letter.key} came to {outcome}, and was not answered")
        if outcome in PLAYED:
            letter.answer = Answer.ACCEPTED
            ledger.accepted += 1
        elif outcome in REFUSED:
            letter.answer = Answer.REFUSED
            ledger.refused += 1
        else:
            came = outcome or "nothing"
            wrong.append(f"reply {letter.key} was taken at the gate, and came to {came}")
    ledger.letters = []
    return wrong


def newest_line() -> int:
    """The id of the newest line of the delivery log."""
    return InboundMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _line(letter: Attempt, spent: set[int]) -> InboundMail | None:
    """The line with the key of the letter, None where there is none.

    A letter that is one too many within the hour is not read, and its line has no key: such lines
    of its address count that are newer than the letter, each for one letter.
    """
    local = letter.recipient.partition("@")[0]
    headers = read_headers(letter.mail)
    keys = keys_of(headers=headers, local_part=local, text="", now=site_now())
    if (line := InboundMail.objects.filter(key__in=keys).first()) is not None:
        return line
    unread = InboundMail.objects.filter(
        pk__gt=letter.newest_line,
        address=find_reply_address(local),
        address__isnull=False,
        outcome=InboundOutcome.LIMITED,
        key=None,
    )
    line = unread.exclude(pk__in=spent).order_by("pk").first()
    if line is not None:
        spent.add(line.pk)
    return line


def _has_answer(line: InboundMail) -> bool:
    """Whether a mail was written that says what came of a letter."""
    assert line.key is not None
    assert line.game is not None
    assert line.person is not None
    name = answer_id(line.key, game=line.game, person=line.person)
    return Mail.objects.filter(message_id=name, answer=True).exists()


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
