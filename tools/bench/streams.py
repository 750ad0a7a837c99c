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
from statistics import median
from typing import TypeAlias

from django.utils.timezone import now

import engine
from games import log
from games.tables.models import Game
from tools.bench.figure import Figure
from tools.bench.site import begin_game, make_people, move
from tools.players.people import token_of
from tools.site.processes import free_port
from tools.site.spent import memory_of

Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]

STREAMS = 1000
MOST_MB = 150
MOST_SECONDS = 10


def a_thousand_open() -> Figure:
    """People with a token each who watch one public game, and one move in it."""
    people = make_people("Grace", "Heidi")
    game = begin_game(people, "usa")
    tokens = _watchers()
    with _process() as (port, pid):
        heard, (alone, whole) = asyncio.run(_watch(port, pid, game, tokens))
    text = (
        f"{alone:.0f} MB in the process that serves them (at most {MOST_MB} MB; {whole:.0f} MB with"
        f" the one that starts it), all received after {max(heard):.1f} s, half of them after"
        f" {median(heard):.1f} s (at most {MOST_SECONDS} s)"
    )
    return Figure(
        f"{STREAMS} streams of a game", text, alone < MOST_MB and max(heard) < MOST_SECONDS
    )


def _watchers() -> list[str]:
    """Tokens of as many people."""
    # Digits that look alike would be the same name.
    names = ("Watcher" + "".join("abcdefghjk"[int(digit)] for digit in f"{number:03}")
             for number in range(STREAMS))  # fmt: skip
    moment = now()
    return [token_of(person, "bench", moment, ["games:read"]) for person in make_people(*names)]


def _move(game: Game) -> int:
    """Make a move; return the seq of its last event."""
    state = log.load(game)
    seat = min(state.pending)
    action = next(iter(engine.view(state, seat).legal_actions()))
    return move(game, seat, state.decision_seqs[seat], action).last_seq


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


def _megabytes(pid: int) -> tuple[float, float]:
    """What belongs to the worker in proportion (PSS), and to it with its parent."""
    parent, *children = (one.pss for one in memory_of(pid))
    return sum(children), sum(children) + parent


async def _watch(
    port: int, pid: int, game: Game, tokens: list[str]
) -> tuple[list[float], tuple[float, float]]:
    """Open all streams and make a move; return when each had all of it, and the memory."""
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
    last = await asyncio.to_thread(_move, game)

    async def heard(reader: asyncio.StreamReader) -> float:
        await reader.readuntil(f"id: {last}\n".encode())
        return time.perf_counter() - began

    times = await asyncio.gather(*(heard(reader) for reader, _writer in streams))
    memory = _megabytes(pid)
    for _reader, writer in streams:
        writer.close()
    return times, memory


async def _connect(port: int) -> Line:
    for _try in range(300):
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("the process of the streams does not listen")


FIGURES = (a_thousand_open,)
