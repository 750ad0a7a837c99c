"""TCP proxies before the services: each can refuse, cut, fall silent, and disturb single requests.

A hook is asked about each piece that a client sends, and says what becomes of it. Pieces are what
one read of the socket brings: enough to find a ``COMMIT`` or an ``LPUSH``, which their drivers send
in one write.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from tools.site.processes import free_port

T = TypeVar("T")


class Loop:
    """The event loop, in a thread of its own, in which proxies and mail server listen."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True, name="wires").start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop and wait for what comes of it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


class Fate(Enum):
    """What becomes of a piece that a client sends."""

    ON = "on"
    CUT_BEFORE = "cut before"
    """The connection is cut, and the server never hears of it."""
    CUT_AFTER = "cut after"
    """The server does it, and the connection is cut before its answer."""
    TWICE = "twice"
    """The server hears it once more, on another connection."""
    LOSE = "lose"
    """The client gets the answer that all is well, and the server never hears of it."""


@dataclass(eq=False)
class Line:
    """One connection through a wire; ``notes`` is for the hook."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    notes: set[str] = field(default_factory=set)
    deaf: bool = False

    def cut(self) -> None:
        for writer in (self.near, self.far):
            if writer.transport is not None:
                writer.transport.abort()


Hook = Callable[[Line, bytes], Fate]


def dies_before_the_dot(line: Line, piece: bytes) -> Fate:
    """Cut the connection in the middle of the text of a mail."""
    if "data" in line.notes:
        return Fate.CUT_BEFORE
    if piece.upper().startswith(b"DATA"):
        line.notes.add("data")
    return Fate.ON


def dies_after_the_dot(line: Line, piece: bytes) -> Fate:
    """Take the whole mail, and cut the connection before saying so."""
    return Fate.CUT_AFTER if piece.endswith(b"\r\n.\r\n") else Fate.ON


LOST_ANSWER = b":1\r\n"
"""The answer of Redis to a message that is put in a queue: how many lie there."""
PIECE = 1 << 16


class Wire:
    """A proxy before one service."""

    def __init__(self, loop: Loop, host: str, port: int) -> None:
        self.loop, self.host, self.far_port = loop, host, port
        self.port = free_port()
        self.hook: Hook | None = None
        self._lines: set[Line] = set()
        self._silent = asyncio.Event()
        self._silent.set()
        self._server: asyncio.Server | None = None
        self.accept()

    def accept(self) -> None:
        """Let connections through."""
        if self._server is None:
            self._server = self.loop.run(self._listen())

    def refuse(self) -> None:
        """Cut all connections and refuse new ones, as where nobody listens."""
        self.loop.run(self._close())

    def cut(self) -> int:
        """Cut all connections; return how many there were."""
        return self.loop.run(self._cut())

    def be_silent(self) -> None:
        """Take what is sent, and pass nothing on in either direction."""
        self.loop.loop.call_soon_threadsafe(self._silent.clear)

    def speak(self) -> None:
        """Pass on again."""
        self.loop.loop.call_soon_threadsafe(self._silent.set)

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._connect, "127.0.0.1", self.port, reuse_address=True)

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        await self._cut()

    async def _cut(self) -> int:
        lines = [*self._lines]
        for line in lines:
            line.cut()
        return len(lines)

    async def _connect(self, near: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far, far_writer = await asyncio.open_connection(self.host, self.far_port)
        except OSError:
            writer.transport.abort()
            return
        line = Line(writer, far_writer)
        self._lines.add(line)
        try:
            await asyncio.gather(self._forth(near, line), self._back(far, line))
        except OSError:
            pass
        finally:
            self._lines.discard(line)
            line.cut()

    async def _forth(self, near: asyncio.StreamReader, line: Line) -> None:
        while piece := await near.read(PIECE):
            await self._silent.wait()
            fate = self.hook(line, piece) if self.hook else Fate.ON
            if fate is Fate.CUT_BEFORE:
                line.cut()
                return
            if fate is Fate.LOSE:
                line.near.write(LOST_ANSWER)
                await line.near.drain()
                continue
            line.deaf = fate is Fate.CUT_AFTER
            line.far.write(piece)
            await line.far.drain()
            if fate is Fate.TWICE:
                await self._say_again(piece)
        with contextlib.suppress(OSError):
            line.far.write_eof()

    async def _back(self, far: asyncio.StreamReader, line: Line) -> None:
        while piece := await far.read(PIECE):
            await self._silent.wait()
            if line.deaf:
                line.cut()
                return
            line.near.write(piece)
            await line.near.drain()
        with contextlib.suppress(OSError):
            line.near.write_eof()

    async def _say_again(self, piece: bytes) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.far_port)
        for said in (*self.greeting, piece):
            writer.write(said)
            await reader.read(PIECE)
        writer.close()

    greeting: tuple[bytes, ...] = ()
    """What a new connection has to say first: for Redis, which database it wants."""
