"""Processes that are killed, and a second beat."""

from __future__ import annotations

import contextlib

from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import PROCESSES
from tools.site.processes import BEAT, GATE, WEB, WORKER
from tools.site.waiting import NeverHappened, until


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
        with contextlib.suppress(NeverHappened):
            until(lambda: len(stage.site.post.taken) > seen, "a mail", within=2)
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
