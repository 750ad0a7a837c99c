"""One round: play, a fault at a random point of it, recovery, and a look at every promise."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from django.utils.timezone import now as site_now

from tools.faults import clock
from tools.faults.kinds import KINDS, Stage
from tools.faults.ledger import Ledger
from tools.faults.players import Players
from tools.faults.promises import Promises
from tools.faults.settling import (
    held_until,
    next_attempt,
    next_deferred,
    put_off,
    unfinished,
    wait_for_recovery,
)
from tools.faults.site import PROCESSES, Site
from tools.faults.tables import open_tables
from tools.faults.world import World, press
from tools.site.waiting import NeverHappened, until

BEFORE: Final = (0.4, 2.2)
"""Seconds of play before the fault."""
COME_DUE: Final = timedelta(minutes=11)
"""The clock goes forward so far just before the fault: moves that were held in rounds before are
due then, and orders that waited, and the worker has them in hand when something breaks."""
SERVICES: Final = ("broker", "database", "smtp", "disk", "postgresql", "redis")
"""How the names of the faults of services begin."""
SECOND: Final = 0.25
"""The share of the faults of services in which a process is killed as well."""
AFTER: Final = 0.5
"""Seconds of play after the site has recovered from it."""
LEAVING: Final = timedelta(minutes=4)
"""The clock goes forward so far when play is over: questions to people who were at the page wait
for three minutes."""
LATEST: Final = 16.0
"""Minutes after which all that was put off must have been done: a lease of a mail takes ten."""
QUIET: Final = 60.0
"""Seconds within which it must have done all that is due."""
STUCK: Final = 2.0
"""Seconds after which it counts as held up by a job that a dead process holds."""
SOON: Final = timedelta(minutes=1)
"""Attempts are put off by seconds at first; a sender has a mail for ten minutes."""
LONGEST_STEP: Final = timedelta(minutes=10)
"""The clock goes forward by no more at once: a quarter of an hour without a sweep is an outage, and
there may have been none since the players left."""


@dataclass(slots=True)
class Outcome:
    """What came of a round; ``broken`` has sentences by promise."""

    number: int
    kind: str
    seed: str
    hit: str = ""
    recovery: float = 0.0
    """Seconds from the end of the fault until a move was accepted and a sweep has run."""
    seconds: float = 0.0
    waited: float = 0.0
    """Minutes by which the clock was set forward so that what was put off came due."""
    missed: int = 0
    """Decisions whose time was made to run out."""
    counts: dict[str, int] = field(default_factory=dict)
    """See :meth:`Rounds.counts`."""
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds that each part of the round took."""
    broken: dict[str, list[str]] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count the time of the block for a part of the round."""
        began = time.monotonic()
        try:
            yield
        finally:
            taken = time.monotonic() - began
            self.spent[name] = round(self.spent.get(name, 0.0) + taken, 2)

    def as_line(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "kind": self.kind,
            "seed": self.seed,
            "hit": self.hit,
            "recovery": round(self.recovery, 2),
            "seconds": round(self.seconds, 2),
            "waited": round(self.waited, 2),
            "missed": self.missed,
            **self.counts,
            "spent": self.spent,
            "broken": self.broken,
        }


class Rounds:
    """Runs rounds on one site."""

    def __init__(self, site: Site, world: World, *, seed: str, refusal: float) -> None:
        self.site, self.world, self.seed, self.refusal = site, world, seed, refusal
        self.ledger = Ledger()
        self.players = Players(site, world, self.ledger)
        self.promises = Promises(site.post.taken, self.ledger)

    def begin(self) -> list[str]:
        """Start the site and wait until it is well; return what is wrong before anything breaks."""
        self.promises.begin()
        began = site_now()
        self.site.start(*PROCESSES)
        until(lambda: self.site.is_well() and self.site.takes_mail(), "the site starts")
        wrong = open_tables(self.players)
        self._settle(began, Outcome(0, "", ""))
        return wrong + [one for faults in self.promises.broken().values() for one in faults]

    def run(self, number: int, kind: str) -> Outcome:
        """Run one round of a kind."""
        outcome = Outcome(number, kind, f"{self.seed}/{number}")
        began, before = time.monotonic(), self.counts()
        self.ledger.clock_is_right = not kind.startswith("clock")
        try:
            self._play(kind, outcome.seed, outcome)
        except NeverHappened as error:
            outcome.broken["recovery"] = [str(error)]
        with outcome.part("promises"):
            broken = self.promises.broken()
        for promise, faults in broken.items():
            outcome.broken.setdefault(promise, []).extend(faults)
        with outcome.part("tables"):
            wrong = open_tables(self.players)
        if wrong:
            outcome.broken.setdefault("endpoints", []).extend(wrong)
        outcome.counts = {name: now - before[name] for name, now in self.counts().items()}
        outcome.seconds = time.monotonic() - began
        return outcome

    def counts(self) -> dict[str, int]:
        """What has been counted since the start, by the names in the line of a round.

        ``unanswered`` are requests and mails to which no answer came, or that something went
        wrong; ``put_off`` moves that were left to the worker, held or ordered before their turn;
        ``ended`` processes that ended by themselves; ``recounts`` how often ratings, standings and
        statistics were counted again, once where a game ended.
        """
        return {
            "moves": self.ledger.accepted,
            "refused": self.ledger.refused,
            "mails": len(self.site.post.taken),
            "doubles": self.promises.mails.doubles.total(),
            "unanswered": self.ledger.unanswered,
            "put_off": self.ledger.put_off,
            "ended": len(self.site.ended),
            "recounts": self.promises.recounts.times,
        }

    def finish(self) -> dict[str, list[str]]:
        """Let all that was left to the worker come due; return what does not hold in the end.

        All logs are verified and all results counted again.
        """
        outcome = Outcome(0, "", "")
        try:
            while (due := next_deferred()) is not None:
                since = site_now()
                self._skip(due, outcome)
                self._settle(since, outcome)
        except NeverHappened as error:
            outcome.broken["recovery"] = [str(error)]
        self.promises.forget()
        return outcome.broken | self.promises.broken()

    def _play(self, kind: str, seed: str, outcome: Outcome) -> None:
        dice = Random(seed)
        stage = Stage(self.site, dice, self.refusal)
        self.ledger.run_out.clear()
        self.players.begin(seed)
        try:
            with outcome.part("play"):
                time.sleep(dice.uniform(*BEFORE))
                outcome.missed = press(self.world, dice, self.ledger)
                clock.step(COME_DUE)
            with outcome.part("fault"):
                second = self._second_fault(kind, dice)
                outcome.hit = KINDS[kind](stage)
                if second is not None:
                    second.join()
                    outcome.hit += f", and {second.name}"
            ended, at = time.monotonic(), site_now()
            with outcome.part("recovery"):
                wait_for_recovery(self.players, ended=ended, at=at)
            outcome.recovery = time.monotonic() - ended
            with outcome.part("play"):
                time.sleep(AFTER)
        finally:
            with outcome.part("play"):
                self.players.end()
        clock.step(LEAVING)
        with outcome.part("settling"):
            self._settle(at, outcome)

    def _second_fault(self, kind: str, dice: Random) -> threading.Thread | None:
        """In every fourth round of a fault of a service, kill a process during it as well."""
        chance, name, after = dice.random(), dice.choice(PROCESSES), dice.uniform(0.0, 2.0)
        if chance > SECOND or not kind.startswith(SERVICES):
            return None

        def kill() -> None:
            time.sleep(after)
            self.site.kill(name)
            self.site.start(name)

        thread = threading.Thread(target=kill, name=f"kill-{name}")
        thread.start()
        return thread

    def _settle(self, since: datetime, outcome: Outcome) -> None:
        """Wait until nothing is due. What the site has put off comes due by setting the clock."""
        while True:
            self._wait_until_idle(since, outcome)
            times = put_off()
            if not times:
                return
            if self._is_on_its_way(times[0]):
                continue
            if outcome.kind and self._is_too_late(times[0], outcome):
                # What a wrong clock has put off is recalled by the next look for it.
                until(
                    lambda: not self._is_too_late(next_attempt(), outcome),
                    f"a mail or a notice waits until {times[0]}, and it is {site_now()}",
                    within=10,
                )
                continue
            # What comes soon after the first comes due with it.
            together = max(at for at in times if at <= times[0] + SOON)
            if self._skip(together, outcome):
                since = site_now()

    def _is_on_its_way(self, due: datetime) -> bool:
        """Whether a time is the lease of a mail that a sender has, and is back in a moment."""
        if due < site_now() + SOON:
            return False
        try:
            until(lambda: next_attempt() != due, "a mail comes back", within=1.0)
        except NeverHappened:
            return False
        return True

    def _skip(self, to: datetime, outcome: Outcome) -> bool:
        """Set the clock forward to a time, or towards it; whether that was to come."""
        by = min(to - site_now() + timedelta(seconds=1), LONGEST_STEP)
        if by <= timedelta():
            return False
        clock.step(by)
        outcome.waited += by.total_seconds() / 60
        return True

    def _is_too_late(self, due: datetime | None, outcome: Outcome) -> bool:
        wait = (due - site_now()).total_seconds() / 60 if due else 0.0
        return outcome.waited + wait > LATEST

    def _wait_until_idle(self, since: datetime, outcome: Outcome) -> None:
        """Wait until nothing is due now, and skip the time for which the dead hold a job."""
        first, at = None, time.monotonic()

        def idle() -> bool:
            nonlocal first, at
            self.players.clear_up()
            left = next(unfinished(self.ledger, since), None)
            if left != first:
                first, at = left, time.monotonic()
            elif left and time.monotonic() - at > STUCK and (held := held_until()):
                self._skip(held, outcome)
                at = time.monotonic()
            return left is None

        try:
            until(idle, "nothing is due", within=QUIET)
        except NeverHappened as error:
            left = ", ".join(unfinished(self.ledger, since))
            raise NeverHappened(f"{error}: {left}") from None
