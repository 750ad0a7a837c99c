"""A thousand streams of a game that are open at a time: memory, and how soon all hear of a move."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from django.utils.timezone import now

import engine
from games.tables.models import Game
from tools.bench.figure import Figure, at_most
from tools.bench.site import begin_game, make_people, make_players, play_on
from tools.players.people import token_of
from tools.site.processes import free_port
from tools.site.spent import memory_of

Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Moves: TypeAlias = Iterator[tuple[engine.Game, int, int]]

STREAMS = 1000


def a_thousand_open() -> Figure:
    """People with a token each who watch one public game, and one move in it."""
    game = begin_game(make_people("Grace", "Heidi"), "usa")
    moves = play_on(game, "random", 1)
    next(moves)
    tokens = [token_of(one, "bench", now(), ["games:read"]) for one in make_players(STREAMS)]
    with _process() as (port, pid):
        seconds, megabytes = asyncio.run(_watch(port, pid, game, moves, tokens))
    return Figure(
        f"{STREAMS} streams of a game",
        at_most(150, megabytes, "MB in the process that serves them"),
        at_most(10, seconds, "s until all have received a move"),
    )


@contextmanager
def _process() -> Iterator[tuple[int, int]]:
    """The port and the id of a process for streams, which is started as in production."""
    port = free_port()
    environment = {
        **os.environ,
        "NIGHT_MAIL_STREAM_BIND": f"127.0.0.1:{port}",
        "NIGHT_MAIL_LOG_LEVEL": "ERROR",
        # A quarter is kept for people who play.
        "NIGHT_MAIL_MAX_STREAMS": str(STREAMS * 4 // 3 + 1),
    }
    command = "-m gunicorn ttr_site.asgi --config python:ttr_site.gunicorn_stream"
    with subprocess.Popen([sys.executable, *command.split()], env=environment) as running:  # noqa: S603
        yield port, running.pid
        running.terminate()


async def _watch(
    port: int, pid: int, game: Game, moves: Moves, tokens: list[str]
) -> tuple[float, float]:
    """Open all streams and make a move.

    Return the seconds until all had all of it, and the megabytes that belong to the worker in
    proportion (PSS).
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    few = asyncio.Semaphore(50)

    async def opened(token: str) -> Line:
        async with few:
            reader, writer = await _connect(port)
            writer.write(
                f"GET /api/v1/games/{game.code}/stream/ HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {token}\r\n\r\n".encode()
            )
            head = await reader.readuntil(b"id: ")
            assert head.startswith(b"HTTP/1.1 200"), head
            await reader.readuntil(b"\n\n")
            return reader, writer

    streams = await asyncio.gather(*map(opened, tokens))
    await asyncio.sleep(2)
    began = time.perf_counter()
    state, _seat, _decision = await asyncio.to_thread(next, moves)
    last = f"id: {state.seq}\n".encode()
    await asyncio.gather(*(reader.readuntil(last) for reader, _writer in streams))
    seconds = time.perf_counter() - began
    _parent, *workers = memory_of(pid)
    for _reader, writer in streams:
        writer.close()
    return seconds, sum(workers)


async def _connect(port: int) -> Line:
    for _try in range(300):
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the process of the streams does not listen")


FIGURES = (a_thousand_open,)
