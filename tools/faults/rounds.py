"""One round: play, a fault at a random point of it, recovery, and a look at every promise."""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Final

from django.utils.timezone import now as site_now

from tools.faults import clock
from tools.faults.kinds import KINDS, Stage
from tools.faults.ledger import Ledger
from tools.faults.players import Players
from tools.faults.promises import Promises
from tools.faults.settling import LONGEST_STEP, deferred, settle, wait_for_recovery
from tools.faults.site import PROCESSES, Site
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
COUNTS: Final = ("moves", "unanswered", "mails", "doubled")
"""What is counted of a round: moves that were accepted, requests and mails to which no answer came
or that something went wrong, mails that came, and those of them that came again."""


@dataclass(slots=True)
class Outcome:
    """What came of a round; ``broken`` has sentences by promise."""

    number: int
    kind: str
    hit: str = ""
    recovery: float = 0.0
    """Seconds from the end of the fault until a move was accepted and a sweep has run."""
    counts: Counter[str] = field(default_factory=Counter)
    """By the names of :data:`COUNTS`."""
    broken: dict[str, list[str]] = field(default_factory=dict)


class Rounds:
    """Runs rounds on one site. ``refusal`` are the seconds for which a failover refuses."""

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
        wrong = self.players.open_tables()
        settle(self.players, began)
        broken = self.promises.broken(whole=True)
        return wrong + [one for faults in broken.values() for one in faults]

    def run(self, number: int, kind: str) -> Outcome:
        """Run one round of a kind."""
        outcome = Outcome(number, kind)
        before = self._counts()
        self.ledger.clock_is_right = not kind.startswith("clock")
        try:
            self._play(outcome, f"{self.seed}/{number}")
        except NeverHappened as error:
            outcome.broken["recovery"] = [str(error)]
        outcome.broken |= self.promises.broken()
        if wrong := self.players.open_tables():
            outcome.broken["endpoints"] = wrong
        outcome.counts = self._counts() - before
        return outcome

    def _counts(self) -> Counter[str]:
        """What was counted since the start, by the names of :data:`COUNTS`."""
        return Counter(
            moves=self.ledger.moves,
            unanswered=self.ledger.unanswered,
            mails=len(self.site.post.taken),
            doubled=self.promises.mails.doubles,
        )

    def finish(self) -> dict[str, list[str]]:
        """Let all that was left to the worker come due; return what does not hold in the end.

        All logs are verified and all results counted again.
        """
        broken = {}
        try:
            while deferred():
                clock.step(LONGEST_STEP)
                settle(self.players, site_now())
        except NeverHappened as error:
            broken["recovery"] = [str(error)]
        return broken | self.promises.broken(whole=True)

    def _play(self, outcome: Outcome, seed: str) -> None:
        dice = Random(seed)
        with self.players.playing(seed):
            time.sleep(dice.uniform(*BEFORE))
            press(self.world, dice, self.ledger)
            clock.step(COME_DUE)
            second = self._second_fault(outcome.kind, dice)
            outcome.hit = KINDS[outcome.kind](Stage(self.site, dice, self.refusal))
            if second is not None:
                second.join()
                outcome.hit += f", and {second.name}"
            ended, at = time.monotonic(), site_now()
            wait_for_recovery(self.players, ended=ended, at=at)
            outcome.recovery = time.monotonic() - ended
            time.sleep(AFTER)
        clock.step(LEAVING)
        settle(self.players, at)

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
