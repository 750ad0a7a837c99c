"""Commands that work in several processes: whatever ends them, nothing of them stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.paths import ROOT

COMMAND = """
import time
from games.management.processes import spread
if __name__ == "__main__":
    list(spread(time.sleep, [1] * 200, processes=2))
"""


def children_of(pid: int) -> set[int]:
    found = subprocess.run(
        ["ps", "--ppid", str(pid), "-o", "pid="], stdout=subprocess.PIPE, text=True, check=False
    )
    return {int(line) for line in found.stdout.split()}


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(is_so) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_processes_of_a_command_end_with_it(end: signal.Signals, tmp_path) -> None:
    script = tmp_path / "command.py"
    script.write_text(COMMAND)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(script)], env=environment, cwd=ROOT) as command:
        try:
            # Two that work, and what Python starts to look after them.
            wait_until(lambda: len(children_of(command.pid)) >= 3)
            started = children_of(command.pid)
            time.sleep(1)
        finally:
            command.send_signal(end)
    wait_until(lambda: not any(runs(pid) for pid in started))
