"""A broker and a database that are away, and lose or double messages."""

from __future__ import annotations

import re
import time

import redis

from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import hang_up
from tools.site.wires import Fate


@kind("broker-gone")
def broker_gone(stage: Stage) -> str:
    wire = stage.site.broker_wire
    silent = stage.dice.random() < 0.4
    (wire.be_silent if silent else wire.refuse)()
    seconds = stage.wait(2.0, 5.0)
    (wire.speak if silent else wire.accept)()
    return f"{'silent' if silent else 'refusing'} for {seconds:.1f} s"


@kind("broker-flushed")
def broker_flushed(stage: Stage) -> str:
    times = stage.dice.randint(1, 6)
    for _time in range(times):
        stage.site.flush_broker()
        stage.wait(0.05, 0.6)
    return f"{times} times"


MESSAGE = re.compile(rb"\A\*3\r\n\$5\r\nLPUSH\r\n")
COMMIT = re.compile(rb"COMMIT")


@kind("broker-doubling")
def broker_doubling(stage: Stage) -> str:
    hit = stage.some(stage.site.broker_wire, MESSAGE, Fate.TWICE, 0.8, 5.0)
    with redis.Redis.from_url(stage.site.broker) as line:
        waiting = 0
        for name in line.scan_iter(f"{stage.site.queue}*"):
            for message in line.lrange(name, 0, -1) if line.type(name) == b"list" else ():
                line.lpush(name, message)
                waiting += 1
    return f"{hit} messages, and {waiting} that waited"


@kind("broker-dropping")
def broker_dropping(stage: Stage) -> str:
    share = stage.dice.choice((0.5, 1.0))
    return f"{stage.some(stage.site.broker_wire, MESSAGE, Fate.LOSE, share, 5.0)} messages"


@kind("database-cut")
def database_cut(stage: Stage) -> str:
    """Cut connections from the network's side, or from the server's."""
    if stage.dice.random() < 0.5:
        return f"{hang_up(stage.site.database, stage.dice.random)} sessions ended by the server"
    times = stage.dice.randint(1, 4)
    cut = 0
    for _time in range(times):
        cut += stage.database.cut()
        stage.wait(0.05, 0.5)
    return f"{cut} connections"


def _at_commits(stage: Stage, fate: Fate) -> str:
    share = stage.dice.choice((0.2, 0.5))
    return f"at {stage.some(stage.database, COMMIT, fate, share, 3.0)} commits"


@kind("database-cut-before-commit")
def database_cut_before_commit(stage: Stage) -> str:
    return _at_commits(stage, Fate.CUT_BEFORE)


@kind("database-cut-after-commit")
def database_cut_after_commit(stage: Stage) -> str:
    """The transaction is committed, and nobody hears of it."""
    return _at_commits(stage, Fate.CUT_AFTER)


@kind("database-failover")
def database_failover(stage: Stage) -> str:
    """Cut all connections and refuse new ones for a while, a minute by default."""
    stage.database.refuse()
    time.sleep(stage.refusal)
    stage.database.accept()
    return f"{stage.refusal:g} s of refusal"
