"""What a fault may touch, and the list of all kinds of fault."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from tools.faults.servers import Servers
from tools.faults.site import Site
from tools.site.waiting import NeverHappened, until
from tools.site.wires import Fate, Hook, Line, Wire


@dataclass(slots=True)
class Stage:
    """What a fault may touch. ``refusal`` are the seconds for which a failover refuses."""

    site: Site
    dice: Random
    refusal: float

    @property
    def database(self) -> Wire:
        assert self.site.database_wire is not None
        return self.site.database_wire

    @property
    def servers(self) -> Servers:
        assert self.site.servers is not None
        return self.site.servers

    def wait(self, least: float, most: float) -> float:
        """Let some time pass; return how much."""
        seconds = self.dice.uniform(least, most)
        time.sleep(seconds)
        return seconds

    def hooked(self, wire: Wire, hook: Hook, least: float, most: float) -> float:
        """Let a hook hear what a wire passes on, for some time; return how long."""
        wire.hook = hook
        seconds = self.wait(least, most)
        wire.hook = None
        return seconds

    def some(
        self, wire: Wire, what: re.Pattern[bytes], fate: Fate, share: float, most: float
    ) -> int:
        """Let this share of the pieces that match meet a fate for a while; return how many."""
        hit = 0

        def hook(line: Line, piece: bytes) -> Fate:
            nonlocal hit
            if what.search(piece) and self.dice.random() < share:
                hit += 1
                return fate
            return Fate.ON

        self.hooked(wire, hook, most - 1.5, most)
        return hit

    def at_some_moment(self, act: Callable[[], None]) -> str:
        """Do something now, or as often at a commit; return when it was."""
        if self.dice.random() < 0.5:
            return self.at_a_commit(act)
        act()
        return "at any moment"

    def at_a_commit(self, act: Callable[[], None]) -> str:
        """Do something at the very moment at which some transaction is about to be committed.

        The transaction waits for it. Where none comes in two seconds, it is done all the same.
        """
        left = self.dice.randint(1, 12)

        def hook(line: Line, piece: bytes) -> Fate:
            nonlocal left
            if b"COMMIT" in piece:
                left -= 1
                if left == 0:
                    act()
            return Fate.ON

        self.database.hook = hook
        with contextlib.suppress(NeverHappened):
            until(lambda: left <= 0, "a commit", within=2)
        self.database.hook = None
        if left <= 0:
            return "before a COMMIT"
        act()
        return "at any moment"


Fault = TypeVar("Fault", bound=Callable[..., str])
KINDS: Final[dict[str, Callable[[Stage], str]]] = {}


def kind(name: str, *arguments: Any) -> Callable[[Fault], Fault]:
    """Put a fault on the list, which is called with these arguments."""

    def put(fault: Fault) -> Fault:
        KINDS[name] = lambda stage: fault(stage, *arguments)
        return fault

    return put
