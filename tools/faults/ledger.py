"""The players' own book of what they asked for and what they were answered."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Answer(Enum):
    """What the site said to a move."""

    UNKNOWN = "unknown"
    """Nothing, or that something went wrong: the move may stand or not."""
    ACCEPTED = "accepted"
    REFUSED = "refused"
    TAKEN = "taken"
    """The mail gate took the mail with the move; what comes of it, a mail will say."""


@dataclass(slots=True, eq=False)
class Attempt:
    """One move as a player asked for it, once or again and again with the same ``key``."""

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
    mail: bytes = b""
    recipient: str = ""
    newest_line: int = 0
    """The newest line of the delivery log when a letter was written; its own are newer."""


@dataclass
class Ledger:
    """All attempts by the decision that they answer, and what the site said that cannot be."""

    attempts: dict[tuple[int, int, int], list[Attempt]] = field(
        default_factory=lambda: defaultdict(list)
    )
    unknown: list[Attempt] = field(default_factory=list)
    letters: list[Attempt] = field(default_factory=list)
    """Replies that the gate took, and of which it is not known yet what came of them."""
    wrong: list[str] = field(default_factory=list)
    run_out: set[tuple[int, int, int]] = field(default_factory=set)
    """Decisions whose time was made to run out."""
    accepted: int = 0
    refused: int = 0
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
        """Write down what the site said; it may not say something else later."""
        with self.lock:
            said_before = attempt.answer
            if said_before is Answer.ACCEPTED and (answer, first) != (said_before, attempt.first):
                self.wrong.append(
                    f"move {attempt.key} in game {attempt.code} was accepted as event"
                    f" {attempt.first}, and later {answer.value} ({first})"
                )
                return
            if said_before is not Answer.UNKNOWN:
                return
            attempt.answer, attempt.first = answer, first
            self.unknown.remove(attempt)
            if answer is Answer.ACCEPTED:
                self.accepted += 1
                self.accepted_at.append(at)
            elif answer is Answer.REFUSED:
                self.refused += 1
            else:
                self.letters.append(attempt)

    def complain(self, sentence: str) -> None:
        with self.lock:
            self.wrong.append(sentence)
