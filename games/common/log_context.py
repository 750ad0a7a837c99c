"""The request, task and game that lines of the log are about.

A scope is a request, a run of a task, or one row of a sweep. Ids that are set within it hold until
it ends, so that an error that leaves a transaction is still logged with its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import uuid4

GIVEN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._=-]{7,63}")
"""Ids of requests that are taken over from a proxy or a program."""


@dataclass(frozen=True, slots=True)
class LogContext:
    """Ids of a line: of the request, of the task and its run, and the key of the game's row."""

    request: str = ""
    task: str = ""
    run: str = ""
    game: int | None = None

    def items(self) -> Iterator[tuple[str, str | int]]:
        """The ids that are known, with their names."""
        for name in ("request", "task", "run", "game"):
            value = getattr(self, name)
            if value not in ("", None):
                yield name, value


NOTHING: Final = LogContext()
_current: Final[ContextVar[LogContext | None]] = ContextVar("log_context", default=None)


def current() -> LogContext:
    """The ids of what this thread is at."""
    return _current.get() or NOTHING


def enter(context: LogContext | None) -> None:
    """Begin a scope, or with None end it, where signals tell of both."""
    _current.set(context)


@contextmanager
def scope(**ids: Any) -> Iterator[None]:
    """Change ids for a block; whatever is set within it is forgotten at its end."""
    token = _current.set(replace(current(), **ids))
    try:
        yield
    finally:
        _current.reset(token)


def about_game(pk: int) -> None:
    """Say which game the rest of this scope is about; without a scope nothing would end that."""
    if (context := _current.get()) is not None:
        _current.set(replace(context, game=pk))


def request_id(given: str = "") -> str:
    """The id of a request: the given one if it is well formed, else a new one.

    >>> request_id("0b5d7c1e-5f39"), len(request_id("x; drop"))
    ('0b5d7c1e-5f39', 32)
    """
    return given if GIVEN.fullmatch(given) else uuid4().hex
