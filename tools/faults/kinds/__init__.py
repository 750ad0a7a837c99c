"""The kinds of fault. Each is called in the middle of play, and has ended when it returns.

What it kills it starts again at once, as an init system does. It returns a word on what it hit.
"""

from __future__ import annotations

from random import Random

from tools.faults.kinds import processes, servers, services
from tools.faults.kinds.stage import KINDS, Stage

ON_SQLITE = "disk-full"
"""The kind that needs a site on SQLite."""
OWN_KINDS = tuple(name for name in KINDS if name.startswith(("postgresql", "redis")))
"""Those that need servers which are the run's own."""
__all__ = ["KINDS", "ON_SQLITE", "OWN_KINDS", "Stage", "plan", "processes", "servers", "services"]


def plan(count: int, only: str, dice: Random, *, own: bool) -> list[str]:
    """The kinds of ``count`` rounds on PostgreSQL, each as often as the others but one.

    Of whole laps through all kinds each is in its own order; the slow failover is in every fourth
    lap. ``own`` says that the servers are the run's own and may be killed.
    """
    if only:
        return [only] * count
    kinds = [name for name in KINDS if name != ON_SQLITE and (own or name not in OWN_KINDS)]
    found: list[str] = []
    lap = 0
    while len(found) < count:
        chosen = [one for one in kinds if one != "database-failover" or lap % 4 == 0]
        dice.shuffle(chosen)
        found += chosen
        lap += 1
    return found[:count]
