"""A process of its own in which the engine thinks, bounded in time and memory (decision 157).

It is a plain engine without the site, its database and its secrets: its input is a log, its output
an answer. Starting one takes a moment, so it is kept for the next question.
"""

from __future__ import annotations

import atexit
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

from django.conf import settings

from engine import wire
from games import log
from games.log.reading import board_of
from games.tables.models import Game

COMMAND: Final = [sys.executable, "-E", "-s", "-B", "-m", "engine", "think", "--nice", "10"]
PATIENCE: Final = 5.0
"""Seconds beyond its bound within which a process must report that it is over."""
MOST_ANSWERS: Final = 500
"""The number of answers after which a process is replaced."""
MOST_IDLE: Final = 2

KeepAlive = Callable[[], object]
Answer = dict[str, Any]


class Overrun(Exception):
    """The process exceeded its time or memory, died, or failed."""


class BotProcess:
    """An engine that answers one question at a time."""

    def __init__(self) -> None:
        limits = ["--max-megabytes", str(settings.BOT_MEGABYTES)]
        # No secrets of the site in its environment.
        environment = {
            "PATH": os.defpath,
            "LANG": "C.UTF-8",
            "NIGHT_MAIL_ENGINE": settings.ENGINE,
        }
        self.answers = 0
        self._read = b""
        self._running = subprocess.Popen(  # noqa: S603
            [*COMMAND, *limits],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            env=environment,
            # Ctrl-C goes to the whole process group. This one ends when its input does.
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        return self._running.pid

    def ask(
        self, question: Mapping[str, Any], *, seconds: int, alive: KeepAlive = lambda: None
    ) -> Answer:
        """Return the answer to a question; ``alive`` is called every second until it is there.

        :raises Overrun: if none comes in time. The process cannot be used any more.
        """
        assert self._running.stdin is not None
        line = json.dumps({**question, "seconds": seconds}).encode()
        try:
            self._running.stdin.write(line + b"\n")
            self._running.stdin.flush()
        except OSError as error:
            raise Overrun("it is gone") from error
        answer: Answer = json.loads(self._line(time.monotonic() + seconds + PATIENCE, alive))
        self.answers += 1
        if "error" in answer:
            # The type alone: an error's text may contain a hand.
            raise Overrun(f"it failed with {answer['error'].partition(':')[0]}")
        return answer

    def is_fit(self) -> bool:
        """Whether it can answer another question."""
        return self.answers < MOST_ANSWERS and self._running.poll() is None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._running.kill()
        for pipe in (self._running.stdin, self._running.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._running.wait()

    def _line(self, end: float, alive: KeepAlive) -> bytes:
        assert self._running.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._running.stdout, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if time.monotonic() > end:
                    raise Overrun("it took too long")
                alive()
                if not selector.select(timeout=1.0):
                    continue
                piece = os.read(self._running.stdout.fileno(), 1 << 16)
                if not piece:
                    raise Overrun("it took too long or too much memory, or was killed")
                self._read += piece
        line, _end, self._read = self._read.partition(b"\n")
        return line


_idle: list[BotProcess] = []
_lock = threading.Lock()


@contextmanager
def bot_process() -> Iterator[BotProcess]:
    """Return a process for some questions; afterwards it is kept, unless something failed."""
    with _lock:
        found = _idle.pop() if _idle else None
    if found is not None and not found.is_fit():
        found.end()
        found = None
    process = found or BotProcess()
    try:
        yield process
    except BaseException:
        process.end()
        raise
    with _lock:
        keep = process.is_fit() and len(_idle) < MOST_IDLE
        if keep:
            _idle.append(process)
    if not keep:
        process.end()


@atexit.register
def end_idle() -> None:
    """End the processes that wait for a question."""
    with _lock:
        ended, _idle[:] = [*_idle], []
    for process in ended:
        process.end()


# A forked child must not end the processes of its parent.
os.register_at_fork(after_in_child=_idle.clear)


def question_about(game: Game, **facts: object) -> dict[str, object]:
    """Return a question about the present state of a game, with its whole log.

    :raises LogError: if the log cannot be read by this program.
    """
    events = [list(wire.encode(line.event)) for line in log.events(game)]
    return {"board": board_of(game).key, "events": events, **facts}
