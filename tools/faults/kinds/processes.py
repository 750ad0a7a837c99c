"""Processes that are killed or stopped, a second beat, wrong clocks, files that may not grow."""

from __future__ import annotations

import contextlib
import resource
import signal
from datetime import timedelta
from typing import Final

from tools.faults import clock
from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import PROCESSES
from tools.site.processes import BEAT, GATE, WEB, WORKER
from tools.site.spent import family
from tools.site.waiting import NeverHappened, until

HOUR: Final = timedelta(hours=1)


@kind("disk-full")
def disk_full(stage: Stage) -> str:
    """Let no file of the site's processes grow any more, as on a full disk (SQLite).

    The limit is the size that the write-ahead log has now, or less: some writes fit, or none.
    """
    wal = stage.site.folder / "site.sqlite3-wal"
    limit = wal.stat().st_size if wal.exists() else 0
    limit = int(limit * stage.dice.choice((0.0, 0.1, 1.0)))
    pids = [pid for name in PROCESSES for pid in family(stage.site.running[name].pid)]
    _limit(pids, limit)
    seconds = stage.wait(2.0, 4.0)
    _limit(pids, resource.RLIM_INFINITY)
    return f"files end at {limit} bytes for {seconds:.1f} s"


def _limit(pids: list[int], size: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


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


@kind("clock-forward", 30, 300, 3600, 86400)
@kind("clock-back", -30, -300, -3600)
def clock_wrong(stage: Stage, *seconds: int) -> str:
    """Let the clock be ahead or behind for a while, then right again."""
    ahead = stage.dice.choice(seconds)
    clock.step(timedelta(seconds=ahead))
    stage.wait(1.5, 3.0)
    clock.step(timedelta(seconds=-ahead))
    return f"ahead by {ahead} s, then right"


@kind("kill-mailgate", GATE)
@kind("kill-all", *PROCESSES)
def kill(stage: Stage, *names: str) -> str:
    """Kill at any moment, or in the middle of a transaction."""
    word = stage.at_some_moment(lambda: stage.site.kill(*names))
    stage.wait(0.0, 0.5)
    stage.site.start(*names)
    return word


@kind("kill-web")
def kill_web(stage: Stage) -> str:
    if stage.dice.random() < 0.4 and stage.site.kill_child(WEB, stage.dice.random()):
        return "one process of gunicorn"
    return kill(stage, WEB)


@kind("kill-worker")
def kill_worker(stage: Stage) -> str:
    if stage.dice.random() < 0.4 and stage.site.kill_child(WORKER, stage.dice.random()):
        return "one process of the pool"
    if stage.dice.random() < 0.3:
        # While it sends: the mail is with the server, and nobody has written that down.
        seen = len(stage.site.post.taken)
        with contextlib.suppress(NeverHappened):
            until(lambda: len(stage.site.post.taken) > seen, "a mail", within=2)
        stage.site.kill(WORKER)
        stage.site.start(WORKER)
        return "while it sends a mail"
    return kill(stage, WORKER)


@kind("kill-beat")
def kill_beat(stage: Stage) -> str:
    stage.site.kill(BEAT)
    seconds = stage.wait(0.0, 3.0)
    stage.site.start(BEAT)
    return f"away for {seconds:.1f} s"


@kind("two-beats")
def two_beats(stage: Stage) -> str:
    stage.site.start("beat-2")
    stage.wait(4.0, 5.0)
    stage.site.kill("beat-2")
    return "a second beat"
