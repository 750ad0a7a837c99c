"""`manage.py mailgate`, as an operator starts and stops it."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.inbound.test_smtp_server import free_port
from tests.paths import ROOT

TOKEN = "0123456789abcdef" * 2


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3"}


def start(port: int, environment: dict[str, str], *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "mailgate", "--port", str(port), *options],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def gate(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], smtplib.SMTP]]:
    """The command as a process of its own, on a database without tables; and a line to it."""
    port = free_port()
    process = start(port, environment)
    line = smtplib.SMTP()
    for _ in range(600):  # a busy machine may take half a minute
        try:
            line.connect("127.0.0.1", port)
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    yield process, line
    line.close()
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_it_listens_and_stops_when_told_to(
    gate: tuple[subprocess.Popen[str], smtplib.SMTP],
) -> None:
    process, line = gate
    line.ehlo()
    assert line.has_extn("size")
    line.mail("alice@example.org")
    assert line.rcpt("nobody@localhost.localdomain")[0] == 550
    # The database has no tables: that is a fault of ours, and not for ever.
    assert line.rcpt(f"reply+{TOKEN}@localhost.localdomain")[0] == 451
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Taking mail for reply+" in output
    assert "Stopped" in output
    assert TOKEN not in output


@pytest.mark.slow
def test_a_port_in_use_is_named(environment: dict[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = start(taken.getsockname()[1], environment)
        output, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "is in use" in output
    assert "--port 8026" in output
