"""What the processes of a site and its servers take: processor time and memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import psycopg
import redis

from tools.site.processes import Site

CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")
PARENT: Final = 1
TIMES: Final = slice(11, 15)
"""Fields of proc(5) after the name: user and system mode, of a process and of ended children."""


def family(pid: int) -> list[int]:
    """A process, its children, and theirs."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        children = []
    return [pid, *(deeper for child in children for deeper in family(int(child)))]


def memory_of(pid: int) -> list[float]:
    """The megabytes of a process and its descendants, one by one: shared pages by their part."""
    found = []
    for one in family(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        found += [int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")]
    return found


def processor_time(pid: int) -> float:
    """The seconds of processor time of a process and its descendants, of ended ones too."""
    fields = (field for one in family(pid) for field in _stat(one)[TIMES])
    return sum(map(int, fields)) / CLOCK_TICKS


def processor_times(site: Site) -> dict[str, float]:
    """The same of each process of a site, and of its servers on this machine.

    What the servers do for others counts as well.
    """
    with psycopg.connect(site.environment["DATABASE_URL"], connect_timeout=5) as line:
        postgresql = int(_stat(line.info.backend_pid)[PARENT])
    with redis.Redis.from_url(site.environment["NIGHT_MAIL_BROKER_URL"]) as server:
        cpu = server.info("cpu")
    return {
        **{name: processor_time(process.pid) for name, process in site.running.items()},
        "PostgreSQL": processor_time(postgresql),
        "Redis": float(cpu["used_cpu_user"]) + float(cpu["used_cpu_sys"]),
    }


def _stat(pid: int) -> list[str]:
    """The fields of a process after its name, none where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
