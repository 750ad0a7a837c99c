"""What an address of ours says of itself, of whatever kind it is: receiving.py asks it in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import ClassVar

from allauth.account.models import EmailAddress

from games.inbound.headers import SUPPRESS, Headers
from games.inbound.limits import is_full
from games.inbound.models import InboundMail, InboundOutcome
from games.people.models import Person


@dataclass(frozen=True, slots=True)
class Received:
    """The outcome of a message, and details for the delivery log.

    ``answered`` says whether a mail was written in answer.
    """

    outcome: InboundOutcome
    detail: str = ""
    answered: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to be acted on; ``text`` is None where it is too much to be read.

    Every copy of it has the same ``key``. ``line`` will be its line in the delivery log.
    """

    raw: bytes
    headers: Headers
    text: str | None
    key: str
    line: InboundMail

    @property
    def now(self) -> datetime:
        return self.line.at

    def check_not_automatic(self, *, legible: bool) -> None:
        """Leave a message alone that a program may have written, unless it can be read.

        :raises NotActedOn: if so.
        """
        if self.headers.may_be_automatic and not legible:
            raise NotActedOn(InboundOutcome.AUTOMATIC, SUPPRESS)


class NotActedOn(Exception):
    """A message that nothing is done about, but for a mail that ``answer`` writes.

    The answer is written in the transaction that logs the message.
    """

    def __init__(
        self,
        outcome: InboundOutcome,
        detail: str = "",
        answer: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(outcome)
        self.received = Received(outcome, detail)
        self.answer = answer


@dataclass(kw_only=True)
class Address:
    """An address of ours. The methods are in the order in which they are called.

    Messages to it count under the name ``door``, which holds no secret; ``most`` are read within an
    hour. Its ``name`` is in the keys by which copies are known. Where it was given to a ``person``,
    nobody else may write to it.
    """

    door: str = ""
    most: int = 0
    name: str = ""
    person: Person | None = None
    waits: ClassVar = False
    """Whether servers are to keep what is over the limit, and send it later."""
    logs_sender: ClassVar = False
    """Whether a hash of the sender is kept."""

    def describe(self, line: InboundMail) -> None:
        """Write down what a message is about, before a word of it is read."""
        line.door = self.door

    def is_full(self, now: datetime) -> bool:
        """Whether no more is read within this hour."""
        return is_full(door=self.door, most=self.most, now=now)

    def is_waiting(self, now: datetime) -> bool:
        """Whether no more is read within this hour, and what is sent should wait until then."""
        return self.waits and self.is_full(now)

    def take_report(self, raw: bytes, line: InboundMail) -> Received | None:
        """Act on what a program sent; None for what a person may have written."""
        return None

    def check_writer(self, headers: Headers, line: InboundMail) -> None:
        """Check who wrote a message, and that they may still write here.

        :raises NotActedOn: if not.
        """
        if self.person is None:
            return
        if not _is_from(headers.sender, self.person):
            raise NotActedOn(InboundOutcome.FORGED)
        line.person = self.person

    def begin(self, letter: Letter) -> Callable[[], Received]:
        """Do what takes long, and return what is left for the transaction that logs the message.

        The person's language and time zone are active.
        """
        return partial(self.act, letter)

    def act(self, letter: Letter) -> Received:
        """Do what a message asks and answer it, in the transaction that logs it.

        Never called where every message is taken for a report.
        """
        raise NotImplementedError


def _is_from(sender: str, person: Person) -> bool:
    """Whether a message comes from a person: one of their verified addresses wrote it."""
    if not sender or not person.is_active:
        return False
    known = EmailAddress.objects.filter(user=person, email__iexact=sender, verified=True)
    return known.exists()
