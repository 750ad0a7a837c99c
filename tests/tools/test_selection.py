"""Which tests a run takes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.slow

ANY = "tests/engine/test_chance.py::test_vectors_that_never_change"


@pytest.mark.parametrize(("end", "told"), [("", "1 passed"), ("1e9", "1 skipped")])
def test_what_would_begin_after_the_end_is_left_out_and_counted(end: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", ANY],
        cwd=ROOT,
        env={**os.environ, "NIGHT_MAIL_TESTS_END": end},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told in done.stdout
