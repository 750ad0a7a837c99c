"""What a game with plans takes in days, and what its times tell an observer about stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

from games.plans.delays import draw_wait

LOOK: Final = (timedelta(minutes=2), timedelta(minutes=20))
QUICKER: Final = 4
"""As of games/play/deferred.py, which needs a database."""
ANSWERS: Final = (timedelta(), timedelta(hours=12))
"""The time in which authors answer when they are asked."""
USUAL: Final = timedelta(hours=6)
BY_CLAIMS: Final = frozenset({"aim_lost", "lost", "claim_at", "claim_on"})
"""Reasons to ask that somebody's claim has given."""


@dataclass(frozen=True, slots=True)
class AfterClaim:
    """How long a plan took for a turn after a claim, and whether the claim stopped it."""

    took: timedelta
    stopped: bool


@dataclass(slots=True)
class Clock:
    """The time of a simulated game, which waits for plans and authors as the site does."""

    dice: Random
    pace: str = "minutes"
    setup: timedelta = timedelta()
    passed: timedelta = timedelta()
    seen: list[AfterClaim] = field(default_factory=list)

    @property
    def days(self) -> float:
        """The days that the game has taken."""
        return (self.setup + self.passed) / timedelta(days=1)

    def draw(self, shortest: timedelta, longest: timedelta) -> timedelta:
        """A time between two, all equally likely."""
        return shortest + self.dice.random() * (longest - shortest)

    def wait(self, kind: str, *, claimed: bool, asked: str | None, by_plan: bool) -> None:
        """Let a decision take its time; ``asked`` is why the plan asks, None where it moves."""
        took = timedelta()
        if by_plan:
            took = self.draw(*LOOK) / (1 if kind == "turn" else QUICKER)
            if kind == "turn":
                wait = draw_wait(self.pace, claimed=claimed, usual=USUAL, draw=self.draw)
                took += wait.moves if asked is None else wait.asks
        if kind == "setup":
            # All choose their first tickets at the same time.
            self.setup = max(self.setup, self.draw(*ANSWERS))
        elif asked is not None and kind == "turn":
            took += self.draw(*ANSWERS)
        self.passed += took
        if claimed and kind == "turn" and by_plan:
            self.seen.append(AfterClaim(took, asked in BY_CLAIMS))


def observer(seen: Sequence[AfterClaim]) -> tuple[float, float]:
    """How often a claim stops a plan, and how often it did where an observer says so.

    The observer says so of all waits above a threshold, learnt from every other wait, that is the
    best of those which name at least one wait in a hundred.
    """
    learnt = sorted(seen[::2], key=lambda one: -one.took)
    best, threshold, right = 0.0, timedelta(), 0
    for count, one in enumerate(learnt, 1):
        right += one.stopped
        if count >= len(learnt) / 100 and right / count > best:
            best, threshold = right / count, one.took
    named = [one.stopped for one in seen[1::2] if one.took >= threshold]
    base = sum(one.stopped for one in seen) / len(seen)
    return base, sum(named) / len(named) if named else base
