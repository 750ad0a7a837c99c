"""The processor time of the servers that a site uses: PostgreSQL and Redis on this machine."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import psycopg
import redis

from tools.load.processes import spent_by

LOOK: Final = 1.0
"""Seconds between two looks: what a connection does after the last one is not seen."""
BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


class Servers:
    """What PostgreSQL spends on one database and Redis on everybody, from ``start`` to ``stop``.

    Of PostgreSQL these are the processes that serve the connections to the database; writers that
    all databases share are left out. Connections of this process count as well.
    """

    def __init__(self, *, database: str, broker: str, cache: str) -> None:
        self._database = database
        self._redis = [redis.Redis.from_url(one) for one in _servers(broker, cache)]
        self._began: dict[int, float] = {}
        self._seen: dict[int, float] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="servers", daemon=True)
        self._before = 0.0

    def start(self) -> None:
        """Begin to count; connections that are open by now have spent nothing yet."""
        self._line = psycopg.connect(self._database, autocommit=True, connect_timeout=5)
        for pid in self._backends():
            self._began[pid] = spent_by(pid)
        self._before = self._spent_by_redis()
        self._thread.start()

    def stop(self) -> dict[str, float]:
        """Seconds since the start, by server."""
        self._over.set()
        self._thread.join()
        self._look()
        self._line.close()
        database = sum(spent - self._began.get(pid, 0.0) for pid, spent in self._seen.items())
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
        spent = 0.0
        for server in self._redis:
            told = server.info("cpu")
            spent += float(told["used_cpu_user"]) + float(told["used_cpu_sys"])
        return spent


def _servers(*addresses: str) -> Sequence[str]:
    """One address for each server of Redis among these, which may name databases of one."""
    by_server = {one.rpartition("/")[0]: one for one in addresses if one.startswith("redis")}
    return list(by_server.values())
