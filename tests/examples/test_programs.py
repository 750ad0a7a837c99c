"""The small programs of `examples/`: a receiver of webhooks, and records as rows."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest

from engine import record
from games.notifications.webhooks.body import build_headers, portable_secret
from games.notifications.webhooks.models import Webhook
from games.sharing.records.packing import Pack
from tests.paths import GOLDEN, ROOT

pytestmark = pytest.mark.machine_clock

HOOK = Webhook(style="json", secret="a secret of many letters", url="https://hook.example/")
CALL = {
    "id": "msg-1",
    "at": "2026-11-21T07:30:00+00:00",
    "kinds": ["turn"],
    "game": {"code": "abcd2345", "board": "usa"},
    "text": "It is your turn.",
    "url": "https://night-mail.example/games/abcd2345/",
    "due_at": None,
}


class Receiver:
    """The program, running."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "examples/webhooks/receiver.py", "--port", "0"],
            env={**os.environ, "NIGHT_MAIL_WEBHOOK_SECRET": portable_secret(HOOK.secret)},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self.line().split()[-1]

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def post(self, body: bytes, headers: dict[str, str]) -> int:
        line = HTTPConnection(self.address, timeout=10)
        line.request("POST", "/", body, headers)
        status = line.getresponse().status
        line.close()
        return status


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.process.terminate()
    running.process.wait()
    assert running.process.stdout is not None
    running.process.stdout.close()


def signed(name: str, body: bytes, at: float | None = None) -> dict[str, str]:
    moment = datetime.fromtimestamp(at or time.time(), UTC)
    return build_headers(HOOK, name, body, moment)


def test_the_receiver_takes_a_call_of_the_site_once(receiver: Receiver) -> None:
    body = json.dumps(CALL).encode()
    assert receiver.post(body, signed("msg-1", body)) == 204
    assert receiver.line() == f"{CALL['at']} abcd2345 turn: It is your turn."
    assert receiver.post(body, signed("msg-1", body)) == 204
    assert receiver.post(body, signed("msg-2", body)) == 204
    assert "abcd2345" in receiver.line()
    assert receiver.post(b"{}", signed("msg-3", body)) == 401
    assert receiver.line() == "refused: the signature is wrong"


def test_the_receiver_refuses_what_is_old_unsigned_or_of_another_id(receiver: Receiver) -> None:
    body = json.dumps(CALL).encode()
    headers = signed("msg-1", body)
    assert receiver.post(body, signed("msg-1", body, at=time.time() - 600)) == 401
    assert receiver.line() == "refused: the call is too old, or a clock is wrong"
    assert receiver.post(body, {**headers, "webhook-id": "msg-2"}) == 401
    assert receiver.post(body, {"Content-Type": "application/json"}) == 401
    assert receiver.post(body, headers) == 204


def test_records_become_rows_with_every_action_and_every_side(tmp_path: Path) -> None:
    records = sorted((ROOT / "tests/golden").glob("*.jsonl"))
    moves, results = tmp_path / "moves.csv", tmp_path / "results.csv"
    command = [sys.executable, ROOT / "examples/records/rows.py", *records]
    subprocess.run([*command, "--moves", moves, "--results", results], check=True)
    games = {path.stem: record.load_file(path) for path in records}
    with moves.open(newline="") as file:
        rows = list(csv.DictReader(file))
    actions = [entry for game in games.values() for entry in game.entries if entry.action]
    assert len(rows) == len(actions)
    with results.open(newline="") as file:
        sides = list(csv.DictReader(file))
    totals = [score["total"] for game in games.values() for score in game.result["scores"]]
    assert [int(side["total"]) for side in sides] == totals
    claimed: dict[str, int] = {}
    for row in rows:
        claimed[row["game"]] = claimed.get(row["game"], 0) + int(row["points"] or 0)
    for name, game in games.items():
        assert claimed[name] == sum(score["routes"] for score in game.result["scores"])


def test_the_records_of_a_month_are_read_from_their_file(tmp_path: Path) -> None:
    month, path = tmp_path / "night-mail-2026-10.zip", GOLDEN / "usa-2-final-round.jsonl"
    found = record.load_file(path)
    found.header.contributions = ["a line\u2028in two", ""]
    with month.open("wb") as file:
        pack = Pack(file, {"month": "2026-10"})
        pack.add("one", record.load_file(path))
        pack.add("two", found)
        assert pack.close() == 2
    command = [sys.executable, ROOT / "examples/records/rows.py"]
    run = subprocess.run([*command, month], capture_output=True, text=True, check=True)
    rows = list(csv.DictReader(run.stdout.splitlines()))
    assert [row["game"] for row in rows] == ["one", "one", "two", "two"]
    alone = subprocess.run([*command, path], capture_output=True, text=True, check=True)
    assert [row["total"] for row in rows[:2]] == [
        row["total"] for row in csv.DictReader(alone.stdout.splitlines())
    ]


def test_a_file_that_is_no_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    command = [sys.executable, ROOT / "examples/records/rows.py", path]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert str(path) in run.stderr
