from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fixtures.database import migrated_database
from tests.games.inbound.test_smtp_server import free_port
from tests.paths import ROOT


@pytest.fixture
def site(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A site as `make run` starts it, on a database of its own."""
    variables = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path}/night-mail.sqlite3",
        "PYTHONWARNINGS": "ignore",
    }
    shutil.copyfile(migrated_database(), tmp_path / "night-mail.sqlite3")
    subprocess.run(
        [sys.executable, "manage.py", "demo"],
        cwd=ROOT,
        env=variables,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(free_port())],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        yield process
        process.kill()


@pytest.mark.slow
def test_the_site_prints_a_link_that_opens_and_stops_without_a_word_of_error(
    site: subprocess.Popen[str],
) -> None:
    assert site.stdout is not None
    printed = ""
    for line in site.stdout:
        printed += line
        if "Ctrl-C" in line:
            break
    link = re.search(r"Alice\s+(http\S+)", printed)
    assert link, printed
    with urllib.request.urlopen(link[1]) as answer:  # noqa: S310
        assert "Alice" in answer.read().decode()
    stream = re.search(r"Streams for programs at +(http://\S+?)/api/", printed)
    assert stream, printed
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError), urllib.request.urlopen(f"{stream[1]}/healthz") as answer:  # noqa: S310
            assert answer.read() == b"0 streams\n"
            break
        time.sleep(0.1)
    else:
        pytest.fail("the process of the streams does not answer")
    site.send_signal(signal.SIGINT)
    rest = site.stdout.read()
    assert site.wait(20) == 0
    assert "Stopped." in rest
    assert "Traceback" not in printed + rest
