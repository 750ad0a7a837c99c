"""The kinds of fault. Each is called in the middle of play, and has ended when it returns.

What it kills it starts again at once, as an init system does. It returns a word on what it hit.
"""

from __future__ import annotations

from random import Random

from tools.faults.kinds import processes, servers, services
from tools.faults.kinds.stage import KINDS, Stage

SQLITE_KINDS = processes.SQLITE_KINDS
OWN_KINDS = servers.KINDS_HERE
__all__ = ["KINDS", "Stage", "plan", "processes", "servers", "services"]


def plan(count: int, only: str, dice: Random, *, sqlite: bool, own: bool = False) -> list[str]:
    """The kinds of ``count`` rounds, each as often as the others but for the slow failover.

    Of whole laps through all kinds each is in its own order; the failover is in every fourth lap.
    ``own`` says that the servers are the run's own and may be killed.
    """
    kinds = [name for name in KINDS if (name in SQLITE_KINDS) == sqlite]
    if not own:
        kinds = [name for name in kinds if name not in OWN_KINDS]
    if only:
        kinds = [name for name in kinds if name == only]
    found: list[str] = []
    lap = 0
    while kinds and len(found) < count:
        chosen = [one for one in kinds if one != "database-failover" or only or lap % 4 == 0]
        dice.shuffle(chosen)
        found += chosen
        lap += 1
    return found[:count]
