"""The wires of `make faults`: a piece goes on, is cut off, doubled or lost as it is told."""

from __future__ import annotations

import asyncio

import pytest

from tools.site.processes import free_port
from tools.site.wires import (
    Fate,
    Hook,
    Loop,
    Wire,
    dies_after_the_dot,
    dies_before_the_dot,
)


class Echo:
    """A server that says what it hears, and keeps it."""

    def __init__(self, loop: Loop) -> None:
        self.heard: list[bytes] = []
        self.port = free_port()
        loop.run(self._listen())

    async def _listen(self) -> None:
        await asyncio.start_server(self._answer, "127.0.0.1", self.port)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1000):
            self.heard.append(piece)
            writer.write(piece)
        writer.close()


def says(loop: Loop, wire: Wire, *pieces: bytes) -> list[bytes]:
    """Send pieces through a wire; the answers, of which the last is b"" where it was cut."""

    async def talk() -> list[bytes]:
        reader, writer = await asyncio.open_connection("127.0.0.1", wire.port)
        answers = []
        for piece in pieces:
            writer.write(piece)
            try:
                answers.append(await reader.read(1000))
            except ConnectionResetError:
                answers.append(b"")
            if not answers[-1]:
                break
        writer.close()
        return answers

    return loop.run(talk())


@pytest.fixture(scope="module")
def loop() -> Loop:
    return Loop()


@pytest.mark.parametrize(
    ("fate", "heard", "answer"),
    [
        (Fate.ON, 1, b"COMMIT"),
        (Fate.CUT_BEFORE, 0, b""),
        (Fate.CUT_AFTER, 1, b""),
        (Fate.TWICE, 2, b"COMMIT"),
        (Fate.LOSE, 0, b":1\r\n"),
    ],
)
def test_a_piece_has_the_fate_that_its_hook_says(
    loop: Loop, fate: Fate, heard: int, answer: bytes
) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.hook = lambda line, piece: fate
    assert says(loop, wire, b"COMMIT") == [answer]
    assert echo.heard == [b"COMMIT"] * heard


def test_a_wire_that_refuses_takes_no_connection_until_it_accepts(loop: Loop) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.refuse()
    with pytest.raises(ConnectionRefusedError):
        says(loop, wire, b"hello")
    wire.accept()
    assert says(loop, wire, b"hello") == [b"hello"]


@pytest.mark.parametrize(
    ("hook", "answers", "heard"),
    [
        (dies_before_the_dot, [b"DATA\r\n", b""], 1),
        (dies_after_the_dot, [b"DATA\r\n", b""], 2),
    ],
)
def test_a_mail_server_dies_on_one_side_of_the_dot(
    loop: Loop, hook: Hook, answers: list[bytes], heard: int
) -> None:
    echo = Echo(loop)
    wire = Wire(loop, "127.0.0.1", echo.port)
    wire.hook = hook
    assert says(loop, wire, b"DATA\r\n", b"Hello\r\n.\r\n") == answers
    assert len(echo.heard) == heard
