"""`make faults` with servers of the run's own, and looks at a database that is killed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db import OperationalError

from tools.faults import servers
from tools.faults.sight import Sight
from tools.site.waiting import NeverHappened


@pytest.mark.parametrize("find", [servers.find_postgresql, servers.find_redis])
def test_a_machine_without_the_programs_is_told_what_to_do(
    find: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers.shutil, "which", lambda program: None)
    monkeypatch.setattr(servers, "PACKAGED", ())
    with pytest.raises(
        servers.NotHere, match=r"Install .*, or leave the option out \(make faults FAULTS=\)\."
    ):
        find()


def test_what_was_started_is_stopped_where_the_next_start_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Path] = []

    def start_redis(program: str, folder: Path, after: ExitStack) -> None:
        folder.mkdir()
        after.callback(seen.append, folder)

    def start_postgresql(*arguments: object) -> None:
        raise NeverHappened("not within 60 s: PostgreSQL answers")

    monkeypatch.setattr(servers, "find_redis", lambda: "redis-server")
    monkeypatch.setattr(servers, "find_postgresql", Path)
    monkeypatch.setattr(servers, "_owner", dict)
    monkeypatch.setattr(servers, "_start_redis", start_redis)
    monkeypatch.setattr(servers, "_start_postgresql", start_postgresql)
    with pytest.raises(servers.NotHere, match="did not start: not within 60 s"):
        servers.own_servers(postgresql=True).__enter__()
    assert len(seen) == 1
    assert not seen[0].parent.exists()


class Line:
    """A connection that a fault leaves dead until it is closed."""

    def __init__(self) -> None:
        self.dead = False

    def close(self) -> None:
        self.dead = False

    def read(self) -> str:
        if self.dead:
            raise OperationalError("the connection is closed")
        return "a game"


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """The connection that looks are made through."""
    line = Line()
    monkeypatch.setattr("tools.faults.sight.connection", line)
    return line


def test_a_look_is_repeated_while_a_fault_is_at_the_database_and_only_then(line: Line) -> None:
    sight = Sight()
    assert sight.look(line.read) == "a game"
    with sight.disturbed():
        line.dead = True
        assert sight.look(line.read) == "a game"
    assert sight.look(line.read) == "a game"
    line.dead = True
    with pytest.raises(OperationalError):
        sight.look(line.read)


def test_a_look_that_reads_nothing_takes_no_dead_connection_for_one_that_lives(line: Line) -> None:
    """Found by rounds in which a player looked at a mail that asked for nothing."""
    sight = Sight()
    assert sight.look(line.read) == "a game"
    with sight.disturbed():
        pass
    line.dead = True
    assert sight.look(lambda: None) is None
    assert sight.look(line.read) == "a game"
