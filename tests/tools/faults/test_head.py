"""`make faults`: the line with which a run begins in its file of results."""

from __future__ import annotations

import json
import platform
from argparse import Namespace
from types import SimpleNamespace
from typing import Any

import pytest

from tools.faults import report

OPTIONS: dict[str, Any] = {
    "rounds": 24, "seed": "ci", "first": 1, "only": "", "refusal": 15.0, "minutes": 90.0,
    "own_servers": False, "sqlite": True,
}  # fmt: skip


class Redis:
    """A Redis that says its version."""

    def __enter__(self) -> Redis:
        return self

    def __exit__(self, *error: object) -> None: ...

    def info(self, section: str) -> dict[str, str]:
        return {"redis_version": "7.0.15"} if section == "server" else {}


def test_a_run_begins_with_what_it_ran_on_and_the_options_it_was_given(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report.redis.Redis, "from_url", lambda address: Redis())
    site: Any = SimpleNamespace(
        broker="redis://nowhere", environment={"NIGHT_MAIL_ENGINE": "plain"}
    )
    line = json.loads(json.dumps(report.head_line(Namespace(results="", **OPTIONS), site)))
    run = line["run"]
    assert run["options"] == OPTIONS
    assert (run["engine"], run["redis"]) == ("plain", "7.0.15")
    assert run["python"] == platform.python_version()
    assert run.get("sqlite") or run.get("postgresql"), run
    assert len(run["load"]) == 3
