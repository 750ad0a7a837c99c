"""A port that cannot be used gets a sentence, before anything is done."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line

from tests.paths import ROOT

# Root may listen everywhere: it becomes somebody else before it asks.
ASK = """
import os
from ttr_site.ports import main
if os.geteuid() == 0: os.setuid(65534)
main("127.0.0.1", "80")
"""


def run(*command: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, **options
    )


@pytest.fixture
def taken() -> Iterator[str]:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        yield str(line.getsockname()[1])


@pytest.mark.parametrize("port", ["0", "70000", "abc", "-1", "8000.5", "", "٨٠٠٠", "9" * 40])
@pytest.mark.parametrize("command", ["serve", "mailgate"])
def test_commands_answer_an_odd_port_with_a_sentence(
    command: str, port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As manage.py runs them, without another process: a port that is taken is told by one."""
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", command, f"--port={port}"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "is not a port: write a number from 1 to 65535" in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("port", ["0", "70000", "abc", "", "8000; echo x"])
def test_make_run_looks_at_the_port_before_it_touches_a_database(port: str, tmp_path: Path) -> None:
    database = tmp_path / "untouched.sqlite3"
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    old = ["-o", f"{Path(sys.executable).parents[1]}/.installed"]
    venv = f"VENV={Path(sys.executable).parents[1]}"
    done = run("make", *old, "run", venv, f"PORT={port}", env=environment)
    assert done.returncode != 0
    assert "is not a port" in done.stderr
    assert "Preparing the database" not in done.stdout
    assert not database.exists()


def test_make_run_says_that_a_port_is_taken(taken: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/untouched.sqlite3"}
    old = ["-o", f"{Path(sys.executable).parents[1]}/.installed"]
    venv = f"VENV={Path(sys.executable).parents[1]}"
    done = run("make", *old, "run", venv, f"PORT={taken}", env=environment)
    assert f"Port {taken} of 127.0.0.1 is in use" in done.stderr
    assert "make run PORT=8001" in done.stderr
    assert "Preparing the database" not in done.stdout


def test_a_port_for_root_alone_is_called_that() -> None:
    start = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    privileged = not start.exists() or int(start.read_text()) > 80
    done = run(sys.executable, "-c", ASK)
    said = "only for root" in done.stderr and "make run PORT=8001" in done.stderr
    assert said == (privileged and done.returncode != 0), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", "mailgate"])
def test_commands_say_that_a_port_is_taken(command: str, taken: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3"}
    done = run(sys.executable, "manage.py", command, f"--port={taken}", env=environment)
    assert done.returncode != 0
    assert f"Port {taken} of 127.0.0.1 is in use" in done.stderr
    assert f"manage.py {command} --port 80" in done.stderr
    assert "Traceback" not in done.stderr
