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
from games.inbound.answers import Answer, InboundResult, write_move_answer
from games.inbound.headers import Headers
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.inbound.reply import Reply
from games.inbound.table_talk import play_and_say, say_by_mail
from games.notifications.eligibility import deliverable_address
from games.notifications.mail import identifiers
from games.notifications.mail.render import write_site_answer
from games.notifications.mail.return_addresses import find_reply_address, talk_reply_token
from games.notifications.mail.subjects import game_thread
from games.notifications.models import ReplyAddress
from games.notifications.registry import Content
from games.people.models import Person


def find_game_address(local_part: str) -> GameAddress | None:
    """Find the address that answers a mail about a game; None if it was never given out."""
    row = find_reply_address(local_part)
    if row is None:
        return None
    kind = TalkAddress if row.decision is None else MoveAddress
    return kind(name=local_part, person=row.person, row=row)


@dataclass(kw_only=True)
class GameAddress(Address):
    """An address that somebody was given for answers to a mail about a game."""

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


class MoveAddress(GameAddress):
    """An address for the answer to one decision."""

    def begin(self, letter: Letter) -> Callable[[], Received]:
        """Make the move, and write the answer.

        Killed before the answer is stored, the next copy finds the move by its key and answers it.
        """
        assert self.row.decision is not None
        reply = Reply(self.row.seat, self.person, self.row.decision, letter.key, letter.now)
        if letter.text is None:
            result = _too_large()
        else:
            result = play_and_say(reply=reply, lines=lines_above_quote(letter.text))
        letter.check_not_automatic(legible=result.legible)
        answer = write_move_answer(result, reply, message_id=letter.headers.message_id)
        return partial(_store, answer, result, letter.line)


class TalkAddress(GameAddress):
    """An address for what is said at the table, which needs no answer; a refusal is answered."""

    def act(self, letter: Letter) -> Received:
        seat, person, now = self.row.seat, self.person, letter.now
        result = _too_large()
        if letter.text is not None:
            try:
                with transaction.atomic():
                    say_by_mail(seat=seat, person=person, text=letter.text, now=now)
                return Received(InboundOutcome.SAID)
            except Refused as refusal:
                headline = _("Your message was not posted at the table.")
                result = InboundResult(InboundOutcome.UNSAID, headline, reason=str(refusal))
        letter.check_not_automatic(legible=False)
        token, mail = talk_reply_token(seat), None
        if deliverable_address(person) is not None:
            # An answer to it is said at the table, too: it is no mail to move with.
            mail = write_site_answer(
                Content(result.headline, (result.reason,)),
                thread=game_thread(seat.game, person),
                person=person,
                message_id=identifiers.answer_id(letter.key, game=seat.game, person=person),
                in_reply_to=letter.headers.message_id,
                now=now,
                game=seat.game,
                token=token,
            )
        return _store(Answer(seat, person, mail, token, None, now), result, letter.line)


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
