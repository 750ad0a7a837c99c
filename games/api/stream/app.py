"""The ASGI application of the streams (decision 139).

A stream costs a task, a socket and no thread, and no connection to the database: it sleeps until
the hub wakes it, and a small pool of threads reads for all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, TypeVar

from django.db import close_old_connections
from django.http import HttpResponse

from games.api.stream.admission import admit, refuse
from games.api.stream.hub import Hub, Run, Stream
from games.api.stream.reading import end_message
from games.api.stream.watching import Admitted, GameWatch
from games.common import log_context

logger = logging.getLogger(__name__)

THREADS: Final = 4
RETRY: Final = 5000
"""Milliseconds after which a reader that lost its stream comes again."""
PATIENCE: Final = 20.0
"""Seconds in which a reader has to take what it was sent."""
HEARTBEAT: Final = b":\n\n"
HEALTH: Final = "/healthz"
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
T = TypeVar("T")


def on_threads(pool: Executor) -> Run:
    """Run functions on the threads of a pool, each with a connection that is kept up."""

    def work(function: Callable[..., T], *args: Any) -> T:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    async def run(function: Callable[..., T], *args: Any) -> T:
        # The thread writes into the log what this task is at.
        there = copy_context().run
        return await asyncio.get_running_loop().run_in_executor(pool, there, work, function, *args)

    return run


class Streams:
    """The application: answers at the addresses of the streams and at /healthz."""

    def __init__(self, run: Run | None = None) -> None:
        self._run = run or on_threads(ThreadPoolExecutor(THREADS, thread_name_prefix="streams"))
        self.hub = Hub(self._run)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if scope["path"] == HEALTH:
                await _answer(HttpResponse(f"{len(self.hub.streams)} streams\n"), scope, send)
            else:
                with log_context.scope(request=_request_id(scope)):
                    await self._open(scope, receive, send)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.hub.is_full:
            await _answer(refuse(scope, "busy"), scope, send)
            return
        answer = await self._run(admit, scope)
        if not isinstance(answer, Admitted) or scope["method"] == "HEAD":
            await _answer(answer, scope, send)
        elif kind := self.hub.why_not(answer.watch):
            await _answer(refuse(scope, kind), scope, send)
        else:
            await self._serve(answer, receive, send)

    async def _serve(self, answer: Admitted, receive: Receive, send: Send) -> None:
        stream = self.hub.open(answer.watch)
        listening = asyncio.create_task(_until_gone(stream, receive))
        try:
            await send(_head(answer, ("X-Accel-Buffering", "no")))
            del answer
            await self._follow(stream, send)
        except TimeoutError:
            logger.info("A stream was closed: its reader is too slow.")
        finally:
            listening.cancel()
            self.hub.close(stream)

    async def _follow(self, stream: Stream, send: Send) -> None:
        """Send what a stream is to send until it ends.

        :raises TimeoutError: if the reader takes nothing for too long.
        """
        watch = stream.watch
        begin = f"retry: {RETRY}\n"
        if isinstance(watch, GameWatch):
            begin += f"id: {watch.position}\n"
        await _write(send, begin.encode() + b"\n")
        woken_before = False
        while not stream.gone:
            stream.woken.clear()
            part = await self.hub.read(watch)
            if stream.gone:
                break
            watch.position = part.position
            if part.end:
                last = part.text + end_message(part.end, watch.language)
                await _write(send, last, more=False)
                break
            if part.text or woken_before:
                await _write(send, part.text or HEARTBEAT)
            woken_before = True
            if not part.more:
                await stream.woken.wait()


def _request_id(scope: Scope) -> str:
    given = dict(scope.get("headers") or ()).get(b"x-request-id", b"")
    return log_context.request_id(given.decode("latin-1"))


async def _until_gone(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.hang_up()


async def _write(send: Send, text: bytes, *, more: bool = True) -> None:
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": text, "more_body": more})


def _head(answer: HttpResponse, *more: tuple[str, str]) -> dict[str, Any]:
    headers = [
        (name.lower().encode(), value.encode("latin-1")) for name, value in [*answer.items(), *more]
    ]
    return {"type": "http.response.start", "status": answer.status_code, "headers": headers}


async def _answer(answer: HttpResponse, scope: Scope, send: Send) -> None:
    """Send an answer as a whole."""
    body = b"" if scope["method"] == "HEAD" else answer.content
    await send(_head(answer))
    await send({"type": "http.response.body", "body": body, "more_body": False})
