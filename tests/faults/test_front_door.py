"""`make front-door` in short: people who are signed in play on while each endpoint is flooded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tools.front_door.clients import ENDPOINTS, GATE, WEBHOOK
from tools.front_door.verdict import HEAD, OPEN

SERVER = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/x").rpartition("/")[0]
REDIS = os.environ.get("NIGHT_MAIL_TEST_BROKER_URL", "redis://127.0.0.1:6379/9").rpartition("/")[0]
COLUMNS = [column.strip() for column in HEAD.split("|")]
REFUSALS = {GATE: {421, 451}, WEBHOOK: {404}}

pytestmark = [pytest.mark.services, pytest.mark.slow]


def test_nobody_who_is_signed_in_fails_while_clients_flood_the_doors_and_are_refused(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "front-door.txt"
    done = subprocess.run(
        [
            sys.executable, "-m", "tools.front_door", "--server", SERVER, "--redis", REDIS,
            "--name", f"night_mail_test_front_door_{os.getpid()}", "--templates", "4",
            "--seconds", "2.5", "--turns", "1", "--keep", str(kept),
            # What a loaded machine does to the pace is no matter of this test.
            "--ratio", "100", "--slowest", "20000",
        ],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=600,
    )  # fmt: skip
    endpoints = "|".join(ENDPOINTS)
    rows = re.findall(rf"^\| (?:{endpoints}) .*$", done.stdout, re.MULTILINE)
    cases = [dict(zip(COLUMNS, map(str.strip, row.split("|")), strict=True)) for row in rows]
    assert [case["flood at"] for case in cases] == [*ENDPOINTS], done.stdout
    for case in cases:
        assert case["verdict"] == "PASS", done.stdout
        assert int(case["moves"]) >= 2, done.stdout
        if case["flood at"] in OPEN:
            continue
        codes = {int(code) for code in re.findall(r"(\d+): ", case["answers to the flood"])}
        assert codes & REFUSALS.get(case["flood at"], {429, 503}), done.stdout
    assert (done.stdout.splitlines()[-1], done.returncode) == ("PASS", 0)
    assert kept.read_text() == done.stdout
