"""Answers to messages, as mails.

Nothing in such an answer is a move, whatever it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from engine.text.lexicon import clip
from games.common.jobs import ask_on_commit
from games.inbound.models import InboundOutcome
from games.inbound.reply import Reply
from games.notifications.eligibility import deliverable_address
from games.notifications.mail import identifiers
from games.notifications.mail.render import write_game_mail
from games.notifications.mail.return_addresses import (
    decision_link_token,
    store_reply_token,
    turn_reply_token,
)
from games.notifications.models import DeliveryStatus, Mail, Notice, NoticeKind
from games.notifications.outbox import SEND_TASK
from games.people.models import Person
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class InboundResult:
    """Everything an answer says besides the present state of the game.

    ``detail`` is for the delivery log: it says what kind of thing happened and nothing of a hand.
    """

    outcome: InboundOutcome
    headline: str
    detail: str = ""
    understood: list[str] = field(default_factory=list)
    """The steps as they were understood, one after the other."""
    plan: list[str] = field(default_factory=list)
    """The lines of the writer's plan."""
    preview: list[str] = field(default_factory=list)
    """What the plan would do, a line a turn."""
    done: list[str] = field(default_factory=list)
    """The sentences of the log about what happened."""
    not_done: list[str] = field(default_factory=list)
    """The steps that were not taken."""
    reason: str = ""
    choices: list[str] = field(default_factory=list)
    """Commands that can be written instead, or next."""
    with_recap: bool = False
    """Whether the answer tells what happened since the last turn."""
    talk: str = ""
    """What became of what the message says at the table."""
    with_picture: bool = False
    """Whether the answer shows the board."""
    discreet: bool = False
    """Whether the line that an inbox shows beside the subject says nothing of it."""
    legible: bool = True
    """Whether a command was written, right or wrong: then a person wrote the message."""


def not_understood(reason: str, *, detail: str) -> InboundResult:
    """The result of a message that was not understood; ``reason`` says why."""
    headline = _("We could not understand this, so nothing was done.")
    return InboundResult(InboundOutcome.UNREADABLE, headline, detail=detail, reason=reason)


def without_command(lines: Sequence[str]) -> str:
    """The reason why lines without any command were not understood."""
    if lines:
        return _(
            "“%(text)s” is not a move. Write your move at the very top of your reply, for example "
            "as on one of the lines below."
        ) % {"text": clip(lines[0])}
    return _("There is nothing above the quoted email. Write your move there, at the very top.")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is written and not yet stored. ``mail`` is None where none can be sent.

    ``token`` makes its address good for ``decision``, or for talk at the table where that is None.
    ``link`` is the token of its main link, "" for none.
    """

    seat: Seat
    person: Person
    mail: Mail | None
    token: str
    decision: int | None
    now: datetime
    link: str = ""

    def store(self) -> bool:
        """Store the mail and make its reply address good, in a transaction; whether that was done.

        Not if there is no mail, or the person has lost the seat: the mail has the hand of the seat
        in it, and nobody may be given it before the mail is stored.
        """
        Game.objects.select_for_update().get(pk=self.seat.game_id)
        has_seat = Seat.objects.filter(pk=self.seat.pk, person=self.person).exists()
        if self.mail is None or not has_seat:
            return False
        self.mail.save()
        store_reply_token(
            token=self.token,
            link=self.link,
            person=self.person,
            seat=self.seat,
            decision=self.decision,
            now=self.now,
        )
        if self.decision is not None:
            # The answer asks for the next decision by itself: a second mail would say the same.
            Notice.objects.filter(
                person=self.person,
                game=self.seat.game,
                kind=NoticeKind.TURN,
                decision=self.decision,
                status=DeliveryStatus.PENDING,
                mail=None,
            ).update(mail=self.mail)
        ask_on_commit(SEND_TASK)
        return True


def write_move_answer(result: InboundResult, reply: Reply, *, message_id: str) -> Answer:
    """Write the answer to commands; ``message_id`` is that of the message, "" where it had none.

    Who has lost the seat gets none: it would show the hand of the next one, and the mail about the
    replacement tells of it.
    """
    person, now = reply.person, reply.now
    # Read again, and before the log: a token for a decision that closes meanwhile is harmless.
    seat = Seat.objects.select_related("game", "person").get(pk=reply.seat.pk)
    token, link, mail = turn_reply_token(seat), decision_link_token(seat), None
    has_seat = seat.person_id == person.pk
    if has_seat and deliverable_address(person) is not None:
        mail = write_game_mail(
            seat=seat,
            notices=[],
            message_id=identifiers.answer_id(reply.key, game=seat.game, person=person),
            token=token,
            link=link,
            in_reply_to=message_id,
            result=result,
            with_recap=result.with_recap,
            with_picture=result.with_picture,
            now=now,
        )
    return Answer(seat, person, mail, token, seat.decision, now, link)
