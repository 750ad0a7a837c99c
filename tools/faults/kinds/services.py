"""A broker and a database that are away, and lose or double what they are told."""

from __future__ import annotations

import time

import redis

from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import hang_up
from tools.site.wires import Fate, Line


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


def _messages(stage: Stage, fate: Fate, share: float) -> str:
    """Let some messages for workers meet a fate for a while."""
    hit = 0

    def hook(line: Line, piece: bytes) -> Fate:
        nonlocal hit
        if piece.startswith(b"*3\r\n$5\r\nLPUSH\r\n") and stage.dice.random() < share:
            hit += 1
            return fate
        return Fate.ON

    stage.site.broker_wire.hook = hook
    stage.wait(3.5, 5.0)
    stage.site.broker_wire.hook = None
    return f"{hit} messages"


@kind("broker-doubling")
def broker_doubling(stage: Stage) -> str:
    said = _messages(stage, Fate.TWICE, 0.8)
    with redis.Redis.from_url(stage.site.broker) as line:
        waiting = 0
        for name in line.scan_iter(f"{stage.site.queue}*"):
            for message in line.lrange(name, 0, -1) if line.type(name) == b"list" else ():
                line.lpush(name, message)
                waiting += 1
    return f"{said}, and {waiting} that waited"


@kind("broker-dropping")
def broker_dropping(stage: Stage) -> str:
    return _messages(stage, Fate.LOSE, stage.dice.choice((0.5, 1.0)))


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
    hit = 0

    def hook(line: Line, piece: bytes) -> Fate:
        nonlocal hit
        if b"COMMIT" in piece and stage.dice.random() < share:
            hit += 1
            return fate
        return Fate.ON

    stage.database.hook = hook
    stage.wait(1.5, 3.0)
    stage.database.hook = None
    return f"at {hit} commits"


@kind("database-cut-before-commit")
def database_cut_before_commit(stage: Stage) -> str:
    return _at_commits(stage, Fate.CUT_BEFORE)


@kind("database-cut-after-commit")
def database_cut_after_commit(stage: Stage) -> str:
    """The transaction stands, and nobody hears of it."""
    return _at_commits(stage, Fate.CUT_AFTER)


@kind("database-failover")
def database_failover(stage: Stage) -> str:
    """Cut all connections and refuse new ones for a while, a minute by default."""
    stage.database.refuse()
    time.sleep(stage.refusal)
    stage.database.accept()
    return f"{stage.refusal:g} s of refusal"
