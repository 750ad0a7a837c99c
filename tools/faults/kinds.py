"""The kinds of fault. Each is called in the middle of play, and has ended when it returns.

What it kills it starts again at once, as an init system does. It returns a word on what it hit.
"""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final

import redis

from tools.faults import clock
from tools.faults.post import dies_after_the_dot, dies_before_the_dot
from tools.faults.site import (
    BEAT,
    GATE,
    PROCESSES,
    WEB,
    WORKER,
    NeverHappened,
    Site,
    hang_up,
    until,
)
from tools.faults.wires import Fate, Hook, Line, Wire

SQLITE_KINDS: Final = ("disk-full",)
HOUR: Final = timedelta(hours=1)


@dataclass(slots=True)
class Stage:
    """What a fault may touch. ``minute`` are the seconds for which a failover refuses."""

    site: Site
    dice: Random
    minute: float

    @property
    def database(self) -> Wire:
        assert self.site.database_wire is not None
        return self.site.database_wire

    def wait(self, least: float, most: float) -> float:
        """Let some time pass; return how much."""
        seconds = self.dice.uniform(least, most)
        time.sleep(seconds)
        return seconds

    def at_a_commit(self, act: Callable[[], None]) -> str:
        """Do something at the very moment at which some transaction is about to be committed.

        The transaction waits for it. Where none comes in two seconds, it is done all the same.
        """
        if self.site.database_wire is None:
            act()
            return "at any moment"
        left = self.dice.randint(1, 12)
        came = False

        def hook(line: Line, piece: bytes) -> Fate:
            nonlocal left, came
            if not came and b"COMMIT" in piece:
                left -= 1
                if left == 0:
                    came = True
                    act()
            return Fate.PASS

        self.database.hook = hook
        try:
            until(lambda: came, "a commit", within=2)
        except NeverHappened:
            pass
        finally:
            self.database.hook = None
        if came:
            return "before a COMMIT"
        act()
        return "at any moment"


Fault = Callable[[Stage], str]
KINDS: Final[dict[str, Fault]] = {}


def kind(name: str) -> Callable[[Fault], Fault]:
    """Put a fault on the list."""

    def put(fault: Fault) -> Fault:
        KINDS[name] = fault
        return fault

    return put


# Processes


def _kill(stage: Stage, *names: str) -> str:
    """Kill at any moment, or in the middle of a transaction."""
    word = "at any moment"
    if stage.dice.random() < 0.5:
        word = stage.at_a_commit(lambda: stage.site.kill(*names))
    else:
        stage.site.kill(*names)
    stage.wait(0.0, 0.5)
    stage.site.start(*names)
    return word


@kind("kill-web")
def kill_web(stage: Stage) -> str:
    if stage.dice.random() < 0.4 and stage.site.kill_child(WEB, stage.dice.random()):
        return "one process of gunicorn"
    return _kill(stage, WEB)


@kind("kill-worker")
def kill_worker(stage: Stage) -> str:
    if stage.dice.random() < 0.4 and stage.site.kill_child(WORKER, stage.dice.random()):
        return "one process of the pool"
    if stage.dice.random() < 0.3:
        # While it sends: the mail is with the server, and nobody has written that down.
        seen = len(stage.site.post.taken)
        try:
            until(lambda: len(stage.site.post.taken) > seen, "a mail", within=2)
        except NeverHappened:
            pass
        stage.site.kill(WORKER)
        stage.site.start(WORKER)
        return "while it sends a mail"
    return _kill(stage, WORKER)


@kind("kill-beat")
def kill_beat(stage: Stage) -> str:
    stage.site.kill(BEAT)
    seconds = stage.wait(0.0, 3.0)
    stage.site.start(BEAT)
    return f"away for {seconds:.1f} s"


@kind("kill-mailgate")
def kill_mailgate(stage: Stage) -> str:
    return _kill(stage, GATE)


@kind("kill-all")
def kill_all(stage: Stage) -> str:
    return _kill(stage, *PROCESSES)


@kind("two-beats")
def two_beats(stage: Stage) -> str:
    stage.site.start("beat-2")
    stage.wait(4.0, 5.0)
    stage.site.kill("beat-2")
    return "a second beat"


@kind("worker-stopped")
def worker_stopped(stage: Stage) -> str:
    """Stop a worker in its work for an hour of the site's clock, and let it go on."""
    other = stage.dice.random() < 0.5
    stage.at_a_commit(lambda: stage.site.signal(WORKER, signal.SIGSTOP))
    if other:
        stage.site.start("worker-2")
        stage.wait(4.0, 5.0)
    clock.step(HOUR)
    stage.wait(1.0, 3.0)
    stage.site.signal(WORKER, signal.SIGCONT)
    if other:
        stage.wait(0.5, 1.5)
        stage.site.kill("worker-2")
    return "another one worked meanwhile" if other else "nobody worked meanwhile"


@kind("long-outage")
def long_outage(stage: Stage) -> str:
    """Kill everything and start it hours or days later."""
    stage.at_a_commit(lambda: stage.site.kill(*PROCESSES))
    hours = stage.dice.choice((1, 5, 26, 24 * 5, 24 * 20))
    clock.step(hours * HOUR)
    stage.site.start(*PROCESSES)
    return f"{hours} hours"


# The clock


@kind("clock-forward")
def clock_forward(stage: Stage) -> str:
    """Let the clock be ahead for a while, then right again."""
    ahead = timedelta(seconds=stage.dice.choice((30, 300, 3600, 86400)))
    clock.step(ahead)
    stage.wait(1.5, 3.0)
    clock.step(-ahead)
    return f"{ahead} ahead, then right"


@kind("clock-back")
def clock_back(stage: Stage) -> str:
    """Let the clock be behind for a while, then right again."""
    behind = timedelta(seconds=stage.dice.choice((30, 300, 3600)))
    clock.step(-behind)
    stage.wait(1.5, 3.0)
    clock.step(behind)
    return f"{behind} behind, then right"


# The broker


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
        return Fate.PASS

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


# The database


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
        return Fate.PASS

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
    """Cut all connections and refuse new ones for a minute."""
    stage.database.refuse()
    time.sleep(stage.minute)
    stage.database.accept()
    return f"{stage.minute:g} s of refusal"


# The mail server


def _post_hook(stage: Stage, hook: Hook) -> str:
    stage.site.post.wire.hook = hook
    seconds = stage.wait(2.5, 4.0)
    stage.site.post.wire.hook = None
    return f"for {seconds:.1f} s"


@kind("smtp-refusing")
def smtp_refusing(stage: Stage) -> str:
    post = stage.site.post
    if stage.dice.random() < 0.5:
        post.wire.refuse()
        seconds = stage.wait(2.0, 4.0)
        post.wire.accept()
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
    wire = stage.site.post.wire
    wire.be_silent()
    seconds = stage.wait(3.0, 6.0)
    if stage.dice.random() < 0.5:
        wire.cut()
    wire.speak()
    return f"silent for {seconds:.1f} s"


@kind("smtp-dying-before-the-dot")
def smtp_dying_before(stage: Stage) -> str:
    return _post_hook(stage, dies_before_the_dot)


@kind("smtp-dying-after-the-dot")
def smtp_dying_after(stage: Stage) -> str:
    return _post_hook(stage, dies_after_the_dot)


# The disk


@kind("disk-full")
def disk_full(stage: Stage) -> str:
    """Let no file of the site's processes grow any more, as on a full disk (SQLite).

    The limit is the size that the write-ahead log has now, so that some writes still fit.
    """
    wal = stage.site.folder / "site.sqlite3-wal"
    limit = wal.stat().st_size if wal.exists() else 0
    limit += stage.dice.choice((0, 4096, 20_000))
    pids = [
        int(pid)
        for name in PROCESSES
        for pid in (stage.site.running[name].pid, *children_of(stage.site.running[name].pid))
    ]
    _limit(pids, limit)
    seconds = stage.wait(2.0, 4.0)
    _limit(pids, resource.RLIM_INFINITY)
    return f"files end at {limit} bytes for {seconds:.1f} s"


def _limit(pids: list[int], size: int) -> None:
    for pid in pids:
        try:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        except ProcessLookupError:
            pass


def children_of(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []
    return [*children, *(deeper for child in children for deeper in children_of(child))]
