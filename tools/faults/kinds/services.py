"""A broker, a database and a mail server that are away, and lose or double what they get."""

from __future__ import annotations

import re
import time

import redis
from django.db import connection

from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import BEHIND_WIRE
from tools.site.wires import Fate, Hook, dies_after_the_dot, dies_before_the_dot

MESSAGE = re.compile(rb"\A\*3\r\n\$5\r\nLPUSH\r\n")
COMMIT = re.compile(rb"COMMIT")
END_SESSIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name = %s AND random() < 0.7"
)


@kind("smtp-refusing")
def smtp_refusing(stage: Stage) -> str:
    post, wire = stage.site.post, stage.site.post_wire
    if stage.dice.random() < 0.5:
        wire.refuse()
        seconds = stage.wait(2.0, 4.0)
        wire.accept()
        return f"nobody listens for {seconds:.1f} s"
    post.later = stage.dice.choice(("421 4.3.2 Shutting down", "451 4.3.0 Try again later"))
    seconds = stage.wait(2.0, 4.0)
    word, post.later = post.later, ""
    return f"{word[:3]} for {seconds:.1f} s"


@kind("smtp-greylisting")
def smtp_greylisting(stage: Stage) -> str:
    stage.site.post.greylist(4.0)
    stage.wait(3.0, 4.0)
    return "each recipient for 4 s"


@kind("smtp-hanging")
def smtp_hanging(stage: Stage) -> str:
    wire = stage.site.post_wire
    wire.be_silent()
    seconds = stage.wait(3.0, 6.0)
    if stage.dice.random() < 0.5:
        wire.cut()
    wire.speak()
    return f"silent for {seconds:.1f} s"


@kind("smtp-dying-before-the-dot", dies_before_the_dot)
@kind("smtp-dying-after-the-dot", dies_after_the_dot)
def smtp_dying(stage: Stage, hook: Hook) -> str:
    return f"for {stage.hooked(stage.site.post_wire, hook, 2.5, 4.0):.1f} s"


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
        with connection.cursor() as cursor:
            cursor.execute(END_SESSIONS, [BEHIND_WIRE])
            return f"{cursor.rowcount} sessions ended by the server"
    times = stage.dice.randint(1, 4)
    cut = 0
    for _time in range(times):
        cut += stage.database.cut()
        stage.wait(0.05, 0.5)
    return f"{cut} connections"


@kind("database-cut-before-commit", Fate.CUT_BEFORE)
@kind("database-cut-after-commit", Fate.CUT_AFTER)
def database_cut_at_commits(stage: Stage, fate: Fate) -> str:
    """Cut connections before a COMMIT comes to the server, or so that nobody hears of it."""
    share = stage.dice.choice((0.2, 0.5))
    return f"at {stage.some(stage.database, COMMIT, fate, share, 3.0)} commits"


@kind("database-failover")
def database_failover(stage: Stage) -> str:
    """Cut all connections and refuse new ones for a while, a minute by default."""
    stage.database.refuse()
    time.sleep(stage.refusal)
    stage.database.accept()
    return f"{stage.refusal:g} s of refusal"
