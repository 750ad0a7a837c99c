"""What the processes of a site and its servers take: processor time and memory."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
import redis

from tools.site.processes import Site

CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")
LOOK: Final = 1.0
"""Seconds between two looks: what a connection does after the last one is not seen."""
BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


@dataclass(frozen=True, slots=True)
class Memory:
    """The megabytes of a process: all of its pages, and shared ones by their part."""

    rss: float
    pss: float


def family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        children = []
    return [pid, *(deeper for child in children for deeper in family(int(child)))]


def memory_of(pid: int) -> list[Memory]:
    """What a process and its descendants hold, one by one."""
    found = []
    for one in family(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
        found.append(Memory(sizes["Rss:"], sizes["Pss:"]))
    return found


def memory(site: Site) -> dict[str, list[int]]:
    """The megabytes of each process of web and worker, shared ones by their part."""
    return {
        name: sorted((round(one.pss) for one in memory_of(site.running[name].pid)), reverse=True)
        for name in ("web", "worker")
    }


def processor_time(site: Site) -> dict[str, float]:
    """The seconds of processor time that each process of a site has spent.

    Processes that were renewed meanwhile count with the one that renewed them.
    """
    return {
        name: sum(map(spent_by, family(one.pid))) + spent_by_ended_children(one.pid)
        for name, one in site.running.items()
    }


def spent_by(pid: int) -> float:
    """The seconds of processor time that a process has spent, 0 where there is none."""
    return _times(pid, 11)


def spent_by_ended_children(pid: int) -> float:
    """The same of its children that have ended and been waited for."""
    return _times(pid, 13)


def _times(pid: int, field: int) -> float:
    """The time in user and system mode that are beside each other in proc(5)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[field]) + int(fields[field + 1])) / CLOCK_TICKS


class Servers:
    """What PostgreSQL spends on one database and Redis on everybody, from now to ``stop``.

    Of PostgreSQL these are the processes that serve the connections to the database; writers that
    all databases share are left out. Connections of this process count as well.
    """

    def __init__(self, *, database: str, broker: str, cache: str) -> None:
        # One address for each server of Redis; these may name databases of one.
        servers = {one.rpartition("/")[0]: one for one in (broker, cache)}
        self._redis = [redis.Redis.from_url(one) for one in servers.values()]
        self._line = psycopg.connect(database, autocommit=True, connect_timeout=5)
        self._began = {pid: spent_by(pid) for pid in self._backends()}
        self._seen = {**self._began}
        self._before = self._spent_by_redis()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="servers", daemon=True)
        self._thread.start()

    def stop(self) -> dict[str, float]:
        """Seconds since the start, by server."""
        self._over.set()
        self._thread.join()
        self._look()
        self._line.close()
        database = sum(self._seen.values()) - sum(self._began.values())
        return {"PostgreSQL": database, "Redis": self._spent_by_redis() - self._before}

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            self._look()

    def _look(self) -> None:
        for pid in self._backends():
            self._seen[pid] = max(spent_by(pid), self._seen.get(pid, 0.0))

    def _backends(self) -> list[int]:
        found = self._line.execute(BACKENDS, [self._line.info.dbname]).fetchall()
        return [int(pid) for (pid,) in found]

    def _spent_by_redis(self) -> float:
        found = [server.info("cpu") for server in self._redis]
        return sum(float(one["used_cpu_user"]) + float(one["used_cpu_sys"]) for one in found)
