"""A game before a round, with all its mails arrived."""

from __future__ import annotations

import pytest

from engine.actions import Draw
from games import log
from games.notifications.models import DeliveryStatus, Mail
from games.play import submit_action
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox
from tests.fixtures.recalled import recall_mails
from tools.faults.ledger import Attempt, Ledger
from tools.faults.promises import Promises
from tools.site.mail_server import Taken


class Night:
    """A game of Alice and Bob of which all mails arrived, before a round."""

    def __init__(self, game: Game, inbox: Inbox) -> None:
        self.game, self.inbox = game, inbox
        self.ledger = Ledger()
        self.taken: list[Taken] = []
        self.promises = Promises(self.taken, self.ledger)
        recall_mails(inbox, ("mails before a night", game.pk), inbox)
        self.collect()
        self.promises.begin()

    def post(self) -> None:
        self.inbox()
        self.collect()

    def collect(self) -> None:
        known = {taken.message_id for taken in self.taken}
        for mail in Mail.objects.filter(status=DeliveryStatus.SENT).exclude(message_id__in=known):
            self.taken.append(Taken(0.0, mail.recipient, bytes(mail.source)))

    def attempt(self) -> Attempt:
        decision = log.load(self.game).decision_seqs[0]
        seat = Seat.objects.select_related("game").get(game=self.game, number=0)
        attempt = Attempt(seat, decision, Draw("blind"), "a key")
        self.ledger.attempts.append(attempt)
        return attempt

    def draw(self) -> int:
        decision = log.load(self.game).decision_seqs[0]
        done = submit_action(
            game=self.game, seat=0, decision=decision, actions=[Draw("blind")], actor="0", now=NOW
        )
        self.game.refresh_from_db()
        return done.first_seq

    def broken(self) -> dict[str, list[str]]:
        self.post()
        return self.promises.broken()


@pytest.fixture
def night(table: Game, inbox: Inbox) -> Night:
    return Night(table, inbox)
