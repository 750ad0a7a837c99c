"""The streams that are open: how many there may be, whom news wake, and who reads for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

from django.conf import settings
from django.utils.timezone import now

from games.api.stream.poll import News, Poll
from games.api.stream.reading import Part, read_game, read_people
from games.api.stream.watching import AnyWatch, GameWatch

logger = logging.getLogger(__name__)

MOST_EACH: Final = 10
"""Streams of one person, or of one network without a token."""
FREE_FOR_PLAYERS: Final = 4
"""One in this number of streams is only for people who have a seat in a running game."""
POLL_EVERY: Final = 1.0
BEAT_EVERY: Final = 20
"""Looks at the logs between two heartbeats, which check all rights again."""
AT_ONCE: Final = 200
"""Streams that one thread reads for at a time."""
T = TypeVar("T")


class Run(Protocol):
    """Runs a function that may ask the database, outside of the loop."""

    def __call__(self, function: Callable[..., T], *args: Any) -> Awaitable[T]: ...


class Stream:
    """A stream that is open. It reads when it is woken, and keeps nothing that it has not sent."""

    __slots__ = ("gone", "watch", "woken")

    def __init__(self, watch: AnyWatch) -> None:
        self.watch = watch
        self.woken = asyncio.Event()
        self.gone = False

    def hang_up(self) -> None:
        """Let it end, as nobody listens any more."""
        self.gone = True
        self.woken.set()


class Hub:
    """All streams of this process. Its look at the logs lasts while there are any."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.streams: set[Stream] = set()
        self._waiting: dict[str, list[tuple[AnyWatch, asyncio.Future[Part]]]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._polling: asyncio.Task[None] | None = None

    @property
    def is_full(self) -> bool:
        """Whether another stream is one too many."""
        return len(self.streams) >= settings.MAX_STREAMS

    def why_not(self, watch: AnyWatch) -> str:
        """Why a stream may not be opened: "busy", "throttled", or "" where it may."""
        open_ = [stream.watch for stream in self.streams]
        most_others = settings.MAX_STREAMS - settings.MAX_STREAMS // FREE_FOR_PLAYERS
        others = sum(not one.plays for one in open_)
        if self.is_full or not (watch.plays or others < most_others):
            return "busy"
        own = sum((one.person, one.network) == (watch.person, watch.network) for one in open_)
        return "throttled" if own >= MOST_EACH else ""

    def open(self, watch: AnyWatch) -> Stream:
        """Begin to wake a stream."""
        stream = Stream(watch)
        self.streams.add(stream)
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll())
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream."""
        self.streams.discard(stream)
        if not self.streams and self._polling is not None:
            self._polling.cancel()
            self._polling = None

    async def _poll(self) -> None:
        poll, looks = Poll(), 0
        while True:
            await asyncio.sleep(POLL_EVERY)
            looks += 1
            if looks % BEAT_EVERY == 0:
                for stream in self.streams:
                    stream.woken.set()
            try:
                self.tell(await self._run(poll.look))
            except Exception:
                logger.warning("The logs cannot be looked at now.", exc_info=True)

    def tell(self, news: News) -> None:
        """Wake those whom news concern."""
        for stream in self.streams:
            if stream.watch.is_concerned(news):
                stream.woken.set()

    async def read(self, watch: AnyWatch) -> Part:
        """The next lines of a stream. All that are woken together are read for together."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Part] = loop.create_future()
        asked = self._waiting.setdefault(watch.key, [])
        if not asked:
            loop.call_soon(self._read_for_all, watch.key)
        asked.append((watch, answer))
        return await answer

    def _read_for_all(self, key: str) -> None:
        asked = self._waiting.pop(key)
        for first in range(0, len(asked), AT_ONCE):
            job = asyncio.create_task(self._read(asked[first : first + AT_ONCE]))
            self._jobs.add(job)
            job.add_done_callback(self._jobs.discard)

    async def _read(self, asked: Sequence[tuple[AnyWatch, asyncio.Future[Part]]]) -> None:
        watches: list[Any] = [watch for watch, _answer in asked]
        read: Callable[..., list[Part]]
        read = read_game if isinstance(watches[0], GameWatch) else read_people
        parts: list[Part]
        try:
            parts = await self._run(read, watches, now())
        except Exception:
            logger.exception("Streams could not be read for.")
            parts = [Part(b"", watch.position, "fault") for watch in watches]
        for (_watch, answer), part in zip(asked, parts, strict=True):
            # Readers who have gone meanwhile wait no more.
            with suppress(asyncio.InvalidStateError):
                answer.set_result(part)
