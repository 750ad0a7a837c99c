"""A progress bar, if the output is a terminal; games that arguments name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from django.core.management.base import CommandError
from django.db.models import QuerySet

if TYPE_CHECKING:
    # Tools draw bars before there are any models.
    from games.tables.models import Game

T = TypeVar("T")
WIDTH = 30


class Stream(Protocol):
    """The stream that a command writes to: `self.stderr`."""

    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None: ...
    def isatty(self) -> bool: ...
    def flush(self) -> None: ...


def bar(done: int, total: int) -> str:
    """Return the bar for n of a total.

    >>> bar(1, 3)
    '[##########....................] 1/3'
    """
    filled = WIDTH * done // total if total else WIDTH
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}"


def progress(items: Iterable[T], total: int, label: str, stream: Stream) -> Iterator[T]:
    """Pass the items on and show the progress."""
    shown = stream.isatty()
    for done, item in enumerate(items):
        if shown:
            _draw(stream, f"\r{label} {bar(done, total)}")
        yield item
    if shown:
        _draw(stream, f"\r{label} {bar(total, total)}\n")


class Progress:
    """A bar for work that is counted elsewhere: call it with a name, the count, and the total."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._drawn: object = None

    def __call__(self, label: str, done: int, total: int) -> None:
        if not self._stream.isatty() or (label, done, total) == self._drawn:
            return
        self._drawn = (label, done, total)
        end = "\n" if done >= total else ""
        _draw(self._stream, f"\r{label} {bar(done, total)}{end}")


def _draw(stream: Stream, text: str) -> None:
    stream.write(text, ending="")
    stream.flush()


def games_named(codes: Sequence[str], games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of these games that have one of the codes; without a code, all of them.

    :raises CommandError: if there is no game of a code among them.
    """
    if not codes:
        return games
    found = games.filter(code__in=codes)
    if missing := set(codes) - set(found.values_list("code", flat=True)):
        raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
    return found
