"""Servers of PostgreSQL and Redis that are killed, stopped, emptied and filled up.

They need servers that are the run's own (``--own-servers``): nobody else's are ours to kill.
"""

from __future__ import annotations

from collections.abc import Callable

from tools.faults.kinds.stage import Stage, kind
from tools.faults.servers import PostgreSQL


@kind("postgresql-killed")
def postgresql_killed(stage: Stage) -> str:
    """Kill -9: all processes, the postmaster alone, or one of its children."""
    server = stage.servers.postgresql
    what = stage.dice.choice(("all processes", "the postmaster", "one process"))

    def kill() -> None:
        postmaster, *children = server.pids()
        if what == "all processes":
            server.kill(postmaster, *children)
        elif what == "the postmaster" or not children:
            server.kill(postmaster)
        else:
            server.kill(stage.dice.choice(children))

    return f"{what} {_crash(stage, server, kill)}"


@kind("postgresql-stopped-at-once")
def postgresql_stopped(stage: Stage) -> str:
    """Stop it without a checkpoint, as `pg_ctl stop -m immediate` does."""
    server = stage.servers.postgresql
    return _crash(stage, server, server.stop_at_once)


def _crash(stage: Stage, server: PostgreSQL, act: Callable[[], None]) -> str:
    moment = stage.at_some_moment(act)
    away = stage.wait(0.0, 3.0)
    seconds = server.start()
    return f"{moment}, away for {away:.1f} s, recovered in {seconds:.1f} s"


@kind("postgresql-disk-full")
def postgresql_disk_full(stage: Stage) -> str:
    """Fill its disk, data and log of changes, for some seconds; start it again if it gave up."""
    server = stage.servers.postgresql
    word = server.fill()
    if stage.dice.random() < 0.5:
        server.use_up_wal()
    seconds = stage.wait(3.0, 6.0)
    server.make_room()
    server.start()
    return f"{word} for {seconds:.1f} s"


@kind("redis-killed")
def redis_killed(stage: Stage, *, emptied: bool = False) -> str:
    """Kill -9; it comes back with what it had written, after it has loaded that."""
    server = stage.servers.redis
    server.kill()
    if emptied:
        server.empty()
    away = stage.wait(0.0, 3.0)
    seconds = server.start()
    return f"away for {away:.1f} s, loaded in {seconds:.1f} s"


@kind("redis-emptied")
def redis_emptied(stage: Stage) -> str:
    """Kill -9; it comes back with nothing."""
    word = redis_killed(stage, emptied=True)
    # The kills of later rounds find something to load again.
    stage.servers.redis.load_slowly()
    return word
