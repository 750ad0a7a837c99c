"""A reader of streams that asks the ASGI application in this process; its clock is the test's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.api.stream import app, hub


async def _at_once(function: Callable[..., Any], *args: Any) -> Any:
    """Run a function here, with the connection and so the transaction of the test.

    Django has other connections where a loop runs, so none seems to.
    """
    loop = asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return function(*args)
    finally:
        asyncio._set_running_loop(loop)


def scope_of(path: str, headers: dict[str, str]) -> dict[str, Any]:
    """A request as an ASGI server hands it over."""
    path, _mark, query = path.partition("?")
    return {
        "type": "http", "method": "GET", "path": f"/api/v1/{path}",
        "query_string": query.encode(), "client": ("203.0.113.9", 1), "http_version": "1.1",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip


class Reader:
    """One stream: what came, as messages, and a way to leave."""

    def __init__(self, station: Station, scope: dict[str, Any]) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.ended = False
        self._station = station
        self._left = asyncio.Event()
        self._task = station.loop.create_task(self._run(station.streams, scope))

    async def _run(self, streams: app.Streams, scope: dict[str, Any]) -> None:
        await streams(scope, self._receive, self._send)
        self.ended = True

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, sent: dict[str, Any]) -> None:
        if sent["type"] == "http.response.start":
            self.status = sent["status"]
            self.headers = {name.decode(): value.decode() for name, value in sent["headers"]}
        else:
            self.body += sent["body"]

    def settle(self) -> Reader:
        """Wait until all that can happen has happened."""
        self._station.turn()
        if self._task.done():
            self._task.result()
        return self

    def leave(self) -> None:
        """Hang up."""
        self._left.set()
        self.settle()

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages that came, each with its fields; comments are left out."""
        found = []
        for block in self.body.decode().split("\n\n"):
            lines = [line.partition(": ") for line in block.splitlines() if line[0] != ":"]
            fields: dict[str, Any] = {name: value for name, _colon, value in lines}
            if "data" in fields:
                found.append({**fields, "data": json.loads(fields["data"])})
        return found

    @property
    def end(self) -> str:
        """Why it ended, "" while it goes on."""
        return next((one["data"]["reason"] for one in self.messages if "event" in one), "")


class Station:
    """The process of the streams, without the process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # Nobody looks by the clock: the tests say when.
        monkeypatch.setattr(hub, "POLL_EVERY", 3600.0)
        self.loop = asyncio.new_event_loop()
        self.streams = app.Streams(_at_once)

    def open(self, path: str, program: Any = None, **headers: str) -> Reader:
        """Ask for a stream, as a program or as a stranger."""
        known = program.headers if program is not None else {}
        return Reader(self, scope_of(path, {**known, **headers})).settle()

    def beat(self, *readers: Reader) -> None:
        """Let all look again, as news and heartbeats make them."""
        for stream in self.streams.hub.streams:
            stream.woken.set()
        for reader in readers:
            reader.settle()

    def turn(self) -> None:
        """Let the loop do what it can do without waiting."""

        async def wait() -> None:
            for _turn in range(40):
                await asyncio.sleep(0)

        self.loop.run_until_complete(wait())

    def close(self) -> None:
        for stream in [*self.streams.hub.streams]:
            stream.hang_up()
        self.turn()
        self.loop.close()
