"""Writes the answer to a message: what came of it, how the game stands, what comes next."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils import timezone, translation

from games.inbound.report import Report
from games.notices import addresses
from games.notices.letter import write_letter
from games.notices.models import Mail, Notice, NoticeKind, NoticeStatus
from games.notices.render import put_on_paper
from games.notices.reply_addresses import keep_token, token_for
from games.notices.standing import address_of
from games.notices.story import read_story
from games.people.models import Person
from games.tables.models import Seat
from games.tables.naming import seat_names


class Answer:
    """An answer that is written and not yet stored. ``mail`` is None where none can be sent."""

    def __init__(
        self,
        *,
        report: Report,
        seat: Seat,
        person: Person,
        key: str,
        message_id: str,
        now: datetime,
    ) -> None:
        """Writes the answer; ``message_id`` is that of the message, "" where it had none."""
        self.person, self.now = person, now
        self.mail: Mail | None = None
        # Read anew, and before the log: a token for a decision that closes meanwhile is harmless.
        self.seat = Seat.objects.select_related("game").get(pk=seat.pk)
        self.token = token_for(self.seat)
        address = address_of(person)
        if address is not None:
            self.mail = self._write(report, address, key, message_id)

    def store(self) -> None:
        """Stores the mail and makes its reply address good. Call it in a transaction."""
        if self.mail is None:
            return
        self.mail.save()
        decision = self.seat.decision
        if decision is None:
            return
        if self.token:
            keep_token(
                token=self.token,
                person=self.person,
                seat=self.seat,
                decision=decision,
                now=self.now,
            )
        # The answer asks for the next decision by itself: a second mail would say the same.
        Notice.objects.filter(
            person=self.person,
            game=self.seat.game,
            kind=NoticeKind.TURN,
            decision=decision,
            status=NoticeStatus.PENDING,
            mail=None,
        ).update(mail=self.mail)

    def _write(self, report: Report, address: str, key: str, message_id: str) -> Mail:
        game, person = self.seat.game, self.person
        story = read_story(game=game, seat=self.seat, privacy=person.mail_privacy)
        with translation.override(person.language), timezone.override(person.zone):
            letter = write_letter(
                game=game,
                seat=self.seat,
                person=person,
                names=seat_names(game),
                notices=[],
                story=story,
                now=self.now,
            )
            if not report.news:
                letter = replace(letter, news=(), earlier=0)
            return put_on_paper(
                game=game,
                person=person,
                seat=self.seat.number,
                address=address,
                letter=letter,
                story=story,
                template="answer",
                message_id=addresses.answer_id(key, game=game, person=person),
                token=self.token,
                answer=message_id,
                report=report,
                now=self.now,
            )
