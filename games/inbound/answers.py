"""The answer to a message: what came of it, as a mail; and talk by mail.

Nothing in such an answer is a move, whatever it says.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.inbound.models import InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.notifications.eligibility import deliverable_address
from games.notifications.mail import identifiers
from games.notifications.mail.content import build_content
from games.notifications.mail.recap import read_recap
from games.notifications.mail.render import build_game_mail, write_talk_rejection
from games.notifications.mail.return_addresses import (
    store_reply_token,
    talk_reply_token,
    turn_reply_token,
)
from games.notifications.models import Mail, Notice, NoticeKind, NoticeStatus
from games.notifications.registry import Content
from games.people.models import Person
from games.tables.models import Seat
from games.tables.seat_names import seat_names
from games.talk.messages import clean_text, post_message
from games.talk.models import LONGEST, Message


@dataclass(frozen=True, slots=True)
class InboundResult:
    """Everything an answer tells besides how the game stands now.

    ``detail`` is for the delivery log: it says what kind of thing happened and nothing of a hand.
    """

    outcome: InboundOutcome
    headline: str
    detail: str = ""
    understood: list[str] = field(default_factory=list)
    """The steps as they were understood, one after the other."""
    done: list[str] = field(default_factory=list)
    """What happened, as the log tells it."""
    left: list[str] = field(default_factory=list)
    """The steps that were not taken."""
    why: str = ""
    choices: list[str] = field(default_factory=list)
    """What can be written instead, or next."""
    news: bool = False
    """Whether the answer tells what happened since the last turn."""


class MoveAnswer:
    """An answer that is written and not yet stored. ``mail`` is None where none can be sent."""

    def __init__(
        self,
        *,
        report: InboundResult,
        seat: Seat,
        person: Person,
        key: str,
        message_id: str,
        now: datetime,
    ) -> None:
        """Write the answer; ``message_id`` is that of the message, "" where it had none."""
        self.person, self.now = person, now
        self.mail: Mail | None = None
        # Read anew, and before the log: a token for a decision that closes meanwhile is harmless.
        self.seat = Seat.objects.select_related("game").get(pk=seat.pk)
        self.token = turn_reply_token(self.seat)
        address = deliverable_address(person)
        if address is not None:
            self.mail = self._write(report, address, key, message_id)

    def store(self) -> None:
        """Store the mail and make its reply address good. Call it in a transaction."""
        if self.mail is None:
            return
        self.mail.save()
        decision = self.seat.decision
        if decision is None:
            return
        if self.token:
            store_reply_token(
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

    def _write(self, report: InboundResult, address: str, key: str, message_id: str) -> Mail:
        game, person = self.seat.game, self.person
        story = read_recap(game=game, seat=self.seat, privacy=person.mail_privacy)
        with translation.override(person.language), timezone.override(person.zone):
            letter = build_content(
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
            return build_game_mail(
                game=game,
                person=person,
                seat=self.seat.number,
                address=address,
                letter=letter,
                story=story,
                template="answer",
                message_id=identifiers.answer_id(key, game=game, person=person),
                token=self.token,
                answer=message_id,
                report=report,
                now=self.now,
            )


# No two lines in a row are empty after tidying: what goes on longer is too long to be said.
MOST_LINES: Final = 2 * LONGEST + 2


def say_by_mail(*, seat: Seat, person: Person, text: str, now: datetime) -> Message:
    """Say what stands above the quote in the text of a message, at the table of a seat.

    :raises Refused: if there is nothing, or it may not be said.
    """
    text = "\n".join(lines_above_quote(clean_text(text), MOST_LINES))
    if not text:
        raise Refused(
            _("Nothing stands above the quoted mail. Write your answer there, at the very top.")
        )
    return post_message(game=seat.game, person=person, text=text, now=now)


class TalkAnswer:
    """The answer to what was not said. ``mail`` is None where none can be sent.

    What is answered to it is said at the table, too: it is no mail to move with.
    """

    def __init__(
        self,
        *,
        report: InboundResult,
        seat: Seat,
        person: Person,
        key: str,
        message_id: str,
        now: datetime,
    ) -> None:
        """Write the answer; ``message_id`` is that of the message, "" where it had none."""
        self.seat, self.person, self.now = seat, person, now
        self.token = talk_reply_token(seat)
        self.mail: Mail | None = None
        address = deliverable_address(person)
        if address is not None:
            self.mail = write_talk_rejection(
                person=person,
                address=address,
                seat=seat,
                said=Content(report.headline, (report.why,)),
                message_id=identifiers.answer_id(key, game=seat.game, person=person),
                answer=message_id,
                token=self.token,
                now=now,
            )

    def store(self) -> None:
        """Store the mail and make its reply address good. Call it in a transaction."""
        if self.mail is None:
            return
        self.mail.save()
        if self.token:
            store_reply_token(
                token=self.token, person=self.person, seat=self.seat, decision=None, now=self.now
            )
