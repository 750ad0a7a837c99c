"""Replies to mails about a game: moves, and what is said at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.inbound import limits
from games.inbound.addresses import Address, Letter, NotActedOn, Received
from games.inbound.answers import Answer, InboundResult, write_move_answer, write_talk_answer
from games.inbound.headers import Headers
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.inbound.reply import Reply
from games.inbound.table_talk import play_and_say, say_by_mail
from games.notifications.mail.return_addresses import find_reply_address
from games.notifications.models import ReplyAddress
from games.people.models import Person


@dataclass(kw_only=True)
class GameAddress(Address):
    """An address for moves, or for talk at the table where its row names no decision."""

    row: ReplyAddress
    person: Person
    logs_sender = True

    def describe(self, line: InboundMail) -> None:
        line.address, line.game = self.row, self.row.seat.game

    def is_full(self, now: datetime) -> bool:
        return limits.is_exceeded(address=self.row, now=now)

    def check_writer(self, headers: Headers, line: InboundMail) -> None:
        super().check_writer(headers, line)
        if self.row.seat.person_id != self.person.pk:
            raise NotActedOn(InboundOutcome.STALE, "the seat is somebody else's")

    def begin(self, letter: Letter, line: InboundMail) -> Callable[[], Received]:
        """Make the move and write the answer, or leave both to the transaction of the line.

        Killed between the move and the line, the next copy finds the move by its key and answers
        it.
        """
        if self.row.decision is None:
            return partial(self._say, letter, line)
        reply = Reply(self.row.seat, self.person, self.row.decision, letter.key, letter.now)
        if letter.text is None:
            result = _too_large()
        else:
            result = play_and_say(reply=reply, lines=lines_above_quote(letter.text))
        letter.check_not_automatic(legible=result.legible)
        answer = write_move_answer(result, reply, message_id=letter.headers.message_id)
        return partial(_store, answer, result, line)

    def _say(self, letter: Letter, line: InboundMail) -> Received:
        """Post the text at the table, which needs no answer; a refusal is answered."""
        try:
            if letter.text is None:
                result = _too_large()
            else:
                with transaction.atomic():
                    say_by_mail(
                        seat=self.row.seat,
                        person=self.person,
                        text=letter.text,
                        now=letter.now,
                    )
                return Received(InboundOutcome.SAID)
        except Refused as refusal:
            headline = _("Your message was not posted at the table.")
            result = InboundResult(InboundOutcome.UNSAID, headline, reason=str(refusal))
        letter.check_not_automatic(legible=False)
        answer = write_talk_answer(
            result,
            seat=self.row.seat,
            person=self.person,
            key=letter.key,
            message_id=letter.headers.message_id,
            now=letter.now,
        )
        return _store(answer, result, line)


def find_game_address(local_part: str) -> GameAddress | None:
    row = find_reply_address(local_part)
    return GameAddress(name=local_part, person=row.person, row=row) if row else None


def _store(answer: Answer, result: InboundResult, line: InboundMail) -> Received:
    answered = answer.store()
    if line.address and not ReplyAddress.objects.filter(pk=line.address.pk).exists():
        line.address = None  # it went with the seat
    return Received(result.outcome, result.detail, answered)


def _too_large() -> InboundResult:
    return InboundResult(
        InboundOutcome.TOO_LARGE,
        _("Your email was too large to read, so nothing was done."),
        reason=_("Leave out any attachments and the quoted email."),
        legible=False,
    )
