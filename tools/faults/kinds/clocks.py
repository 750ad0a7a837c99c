"""Hours that pass without work, and clocks that are wrong."""

from __future__ import annotations

import signal
from datetime import timedelta
from typing import Final

from tools.faults import clock
from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import PROCESSES
from tools.site.processes import WORKER

HOUR: Final = timedelta(hours=1)


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


@kind("clock-forward")
def clock_forward(stage: Stage) -> str:
    """Let the clock be ahead for a while, then right again."""
    ahead = timedelta(seconds=stage.dice.choice((30, 300, 3600, 86400)))
    return f"{_wrong(stage, ahead)} ahead, then right"


@kind("clock-back")
def clock_back(stage: Stage) -> str:
    """Let the clock be behind for a while, then right again."""
    behind = timedelta(seconds=stage.dice.choice((30, 300, 3600)))
    _wrong(stage, -behind)
    return f"{behind} behind, then right"


def _wrong(stage: Stage, by: timedelta) -> timedelta:
    clock.step(by)
    stage.wait(1.5, 3.0)
    clock.step(-by)
    return by
