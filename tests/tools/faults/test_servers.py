"""`make faults` with servers of the run's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.faults import servers
from tools.site.waiting import NeverHappened


@pytest.mark.parametrize(
    "find", [servers.find_postgresql, lambda: servers.find("redis-server", "redis-server")]
)
def test_a_machine_without_the_programs_is_told_what_to_do(
    find: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers.shutil, "which", lambda program, path: None)
    with pytest.raises(
        servers.NotHere, match=r"Install .*, or leave the option out \(make faults FAULTS=\)\."
    ):
        find()


def test_what_was_started_is_stopped_where_the_next_start_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[servers.Server] = []

    def start_postgresql(cluster: servers.PostgreSQL) -> None:
        raise NeverHappened("not within 60 s: PostgreSQL answers")

    monkeypatch.setattr(servers, "find", lambda *arguments: Path("/bin/server"))
    monkeypatch.setattr(servers, "_owner", dict)
    monkeypatch.setattr(servers, "_mount", lambda folder, after: False)
    monkeypatch.setattr(servers.Redis, "start", lambda store: 1.0)
    monkeypatch.setattr(servers.Redis, "load_slowly", lambda store: None)
    monkeypatch.setattr(servers.Redis, "close", lambda store: closed.append(store))
    monkeypatch.setattr(servers.PostgreSQL, "make", lambda cluster: None)
    monkeypatch.setattr(servers.PostgreSQL, "start", start_postgresql)
    with pytest.raises(servers.NotHere, match="did not start: not within 60 s"):
        servers.own_servers().__enter__()
    (store,) = closed
    assert not store.folder.parent.exists()
