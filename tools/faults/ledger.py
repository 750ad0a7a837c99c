"""The players' own book of what they asked for and what they were answered."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any


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
    to the API, which ``hold`` asks to hold the move.
    """

    game: int
    code: str
    seat: int
    person: int
    decision: int
    action: dict[str, Any]
    key: str
    answer: Answer = Answer.UNKNOWN
    first: int = -1
    sent: int = 0
    hold: bool = False
    until: datetime | None = None
    """Until when it is held, as the site said; None where its clock was wrong."""
    form: Mapping[str, str] = field(default_factory=dict)
    mail: bytes = b""
    recipient: str = ""
    newest_line: int = 0
    """The newest line of the delivery log when a letter was written; its own are newer."""


@dataclass(slots=True, eq=False)
class Order:
    """An order for the coming turn as a player left it, once; its ``steps`` in their wire form.

    ``since`` is an event after which it was given. Of one without an answer nobody knows whether
    it counts. ``done`` counts its steps that the log has.
    """

    game: int
    code: str
    seat: int
    person: int
    since: int
    steps: list[dict[str, Any]]
    text: str = ""
    answer: Answer = Answer.UNKNOWN
    given: datetime | None = None
    """When it was given, as the site said."""
    done: int = 0


@dataclass
class Ledger:
    """All attempts by the decision that they answer, and what the site said that cannot be."""

    attempts: dict[tuple[int, int, int], list[Attempt]] = field(
        default_factory=lambda: defaultdict(list)
    )
    unknown: list[Attempt] = field(default_factory=list)
    letters: list[Attempt] = field(default_factory=list)
    """Replies that the gate took, and of which it is not known yet what came of them."""
    held: list[Attempt] = field(default_factory=list)
    """Moves that the site said it holds, and of which it is not known yet that they were made."""
    orders: list[Order] = field(default_factory=list)
    """Orders that may be carried out yet."""
    codes: Counter[str] = field(default_factory=Counter)
    """The mails with a code that the site said it sends, by their address."""
    clock_is_right: bool = True
    """Whether no fault of this round is one of the clock."""
    wrong: list[str] = field(default_factory=list)
    run_out: set[tuple[int, int, int]] = field(default_factory=set)
    """Decisions whose time was made to run out."""
    accepted: int = 0
    refused: int = 0
    put_off: int = 0
    """Moves that the worker was left to make: held, or ordered before their turn."""
    unanswered: int = 0
    """Requests to which no answer came, or that something went wrong."""
    accepted_at: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, attempt: Attempt) -> None:
        """Write a move down before it is sent."""
        with self.lock:
            self.attempts[attempt.game, attempt.seat, attempt.decision].append(attempt)
            self.unknown.append(attempt)

    def settle(self, attempt: Attempt, answer: Answer, *, first: int, at: float) -> None:
        """Write down what the site said; it may not say something else later.

        But that a held move is made, and, after that or where another took its place, that its
        decision is closed: what became of it, the log says.
        """
        with self.lock:
            said_before = attempt.answer
            if said_before is Answer.ACCEPTED and (answer, first) != (said_before, attempt.first):
                self.wrong.append(
                    f"move {attempt.key} in game {attempt.code} was accepted as event"
                    f" {attempt.first}, and later {answer.value} ({first})"
                )
                return
            if said_before is Answer.HELD and answer is Answer.ACCEPTED:
                self.held.remove(attempt)
            elif said_before is Answer.UNKNOWN:
                self.unknown.remove(attempt)
            else:
                return
            attempt.answer, attempt.first = answer, first
            if answer is Answer.ACCEPTED:
                self.accepted += 1
                self.accepted_at.append(at)
            elif answer is Answer.REFUSED:
                self.refused += 1
            elif answer is Answer.HELD:
                self.put_off += 1
                self.held.append(attempt)
            else:
                self.letters.append(attempt)

    def complain(self, sentence: str) -> None:
        with self.lock:
            self.wrong.append(sentence)
