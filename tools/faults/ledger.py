"""The players' own book of what they asked for and what they were answered."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from engine.actions import Action
from games.tables.models import Seat

Place = tuple[int, int, int]
"""A decision: the id of its game, the number of its seat, and its own number."""


class Answer(Enum):
    """What the site said to a move."""

    UNKNOWN = "unknown"
    """Nothing, or that something went wrong: the move may count or not."""
    ACCEPTED = "accepted"
    REFUSED = "refused"
    TAKEN = "taken"
    """The mail gate took the mail with the move; what comes of it, a mail will say."""
    HELD = "held"
    """The site holds the move, and is to make it when its time has come."""


@dataclass(slots=True, eq=False)
class Attempt:
    """One move as a player asked for it, once or again and again with the same ``key``.

    It is a letter if it has a ``mail``, a form of a page if it has a ``form``, and else a request
    to the API, which ``hold`` asks to hold the move. ``first`` is the event that it was answered
    with, -1 where the answer named none.
    """

    seat: Seat
    decision: int
    action: Action
    key: str
    answer: Answer = Answer.UNKNOWN
    first: int = -1
    hold: bool = False
    until: datetime | None = None
    """Until when it is held, as the site said; None where its clock was wrong."""
    form: Mapping[str, str] = field(default_factory=dict)
    mail: bytes = b""
    recipient: str = ""

    @property
    def place(self) -> Place:
        return self.seat.game_id, self.seat.number, self.decision


@dataclass(slots=True, eq=False)
class Order:
    """An order for the coming turn as a player left it, once.

    ``since`` is an event after which it was given. Of one without an answer nobody knows whether
    it counts. ``done`` counts its steps that the log has.
    """

    seat: Seat
    since: int
    steps: list[Action]
    answer: Answer = Answer.UNKNOWN
    given: datetime | None = None
    """When it was given, as the site said."""
    done: int = 0


@dataclass
class Ledger:
    """What was asked of the site, and what it said that cannot be."""

    attempts: list[Attempt] = field(default_factory=list)
    """Moves of which the promises have not judged yet what became of them."""
    orders: list[Order] = field(default_factory=list)
    """Orders that may be carried out yet."""
    codes: Counter[str] = field(default_factory=Counter)
    """The mails with a code that the site said it sends, by their address."""
    run_out: set[Place] = field(default_factory=set)
    """Decisions whose time was made to run out."""
    clock_is_right: bool = True
    """Whether no fault of this round is one of the clock."""
    wrong: list[str] = field(default_factory=list)
    moves: int = 0
    """Moves that were accepted."""
    unanswered: int = 0
    """Requests to which no answer came, or that something went wrong."""
    last_accepted: float = 0.0
    """When the last move was accepted, on the clock of ``time.monotonic``."""

    def answered(self, answer: Answer) -> list[Attempt]:
        """The moves to which this was the last answer."""
        return [attempt for attempt in self.attempts if attempt.answer is answer]

    def settle(self, attempt: Attempt, answer: Answer, first: int = -1) -> None:
        """Write down what the site said; it may not say something else later.

        But that a held move is made, and, after that or where another took its place, that its
        decision is closed: what became of it, the log says. So it does of a letter.
        """
        before = attempt.answer
        if before is Answer.ACCEPTED and (answer, first) != (before, attempt.first):
            self.wrong.append(
                f"move {attempt.key} in game {attempt.seat.game} was accepted as event"
                f" {attempt.first}, and later {answer.value} ({first})"
            )
        elif before in (Answer.UNKNOWN, Answer.TAKEN) or (
            before is Answer.HELD and answer is Answer.ACCEPTED
        ):
            attempt.answer, attempt.first = answer, first
            if answer is Answer.ACCEPTED:
                self.moves += 1
                self.last_accepted = time.monotonic()

    def judged(self) -> None:
        """Forget what the promises have judged, but for moves of which nobody knows yet."""
        self.attempts = self.answered(Answer.UNKNOWN) + self.answered(Answer.HELD)
        self.wrong.clear()
        self.run_out.clear()


def person_at(seat: Seat) -> int:
    """The id of the person who has a seat."""
    assert seat.person_id is not None
    return seat.person_id
