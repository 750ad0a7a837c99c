"""`make run` on a fresh checkout, with each Python that the machine that tests has."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.production.conftest import ROOT, free_port

pytestmark = pytest.mark.production

PYTHONS = os.environ.get("NIGHT_MAIL_TEST_PYTHONS", sys.executable).split()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What git has, as it lies here, and nothing that was built from it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("python", PYTHONS)
def test_a_fresh_checkout_runs_by_its_one_command(checkout: Path, python: str) -> None:
    keep = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    with subprocess.Popen(
        ["make", "run", f"PYTHON={python}", f"PORT={free_port()}"],
        cwd=checkout,
        env={**keep, "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(checkout)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        printed = ""
        try:
            for line in process.stdout:
                printed += line
                if "Ctrl-C" in line:
                    break
            link = re.search(r"Alice\s+(http\S+)", printed)
            assert link, printed
            with urllib.request.urlopen(link[1], timeout=30) as answer:  # noqa: S310
                assert "Alice" in answer.read().decode()
        finally:
            os.killpg(process.pid, signal.SIGINT)
            printed += process.stdout.read()
        assert "Stopped." in printed
        assert "Traceback" not in printed
