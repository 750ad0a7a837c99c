"""A site as in production for a measurement: gunicorn with two workers, one Celery worker, beat."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.local_site import children_of, free_port, production_environment

PATIENCE: Final = 60
"""Seconds until the site answers."""
INBOUND: Final = "load-load-load-load-load"
CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Memory:
    """The megabytes of a process: all of its pages, and shared ones by their part."""

    rss: float
    pss: float


class Site:
    """The processes of a site on this machine, which nobody reaches from elsewhere.

    ``web`` are more options of gunicorn. The Celery worker serves the ``queues`` of these endings,
    or all with None, with so many ``worker_processes``.
    """

    def __init__(
        self,
        *,
        database: str,
        broker: str,
        cache: str,
        smtp: int,
        web: Sequence[str] = (),
        queues: Sequence[str] | None = ("", ".accounts", ".mail"),
        worker_processes: int = 1,
    ) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="night-mail-load-"))
        self.queue = f"night-mail-load-{secrets.token_hex(4)}"
        self.environment = production_environment(
            port=self.port,
            smtp=smtp,
            database=database,
            broker=broker,
            cache=cache,
            queue=self.queue,
            static=self.folder / "static",
        ) | {"NIGHT_MAIL_INBOUND_SECRET": INBOUND, "PYTHONUNBUFFERED": "1"}
        self._web = web
        self._queues = queues
        self._worker_processes = worker_processes
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *, beat: bool = True) -> None:
        """Start everything, and wait until pages are served."""
        self._run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        self._start(
            "web", "gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn", *self._web
        )
        served = []
        if self._queues is not None:
            served = ["--queues", ",".join(self.queue + ending for ending in self._queues)]
        self._start(
            "worker", "celery", "--app", "ttr_site", "--quiet", "worker",
            "--concurrency", str(self._worker_processes),
            "--hostname", f"{self.queue}@localhost", *served,
        )  # fmt: skip
        if beat:
            schedule = str(self.folder / "beat")
            self._start("beat", "celery", "--app", "ttr_site", "--quiet", "beat", "-s", schedule)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end:
                raise TimeoutError(f"The site does not answer: look into {self.folder}.")
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop everything, and delete what it left, but for its logs if it failed."""
        for process in self._running.values():
            process.send_signal(signal.SIGTERM)
        for process in self._running.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder / "static", ignore_errors=True)

    def memory(self) -> dict[str, list[int]]:
        """The megabytes that each process of web and worker holds, without what it shares."""
        return {
            name: sorted(
                (round(one.pss) for one in self.memories(name)),
                reverse=True,
            )
            for name in ("web", "worker")
        }

    def memories(self, name: str) -> list[Memory]:
        """What each process of web or worker holds."""
        family = _family(self._running[name].pid)
        return [found for pid in family if (found := _memory(pid)) is not None]

    def processor_time(self) -> dict[str, float]:
        """The seconds of processor time that web, worker and beat have spent.

        Processes that were renewed meanwhile count with the one that renewed them.
        """
        first = {name: self._running[name].pid for name in ("web", "worker", "beat")}
        return {
            name: sum(spent_by(one) for one in _family(pid)) + spent_by_ended_children(pid)
            for name, pid in first.items()
        }

    def _run(self, *command: str) -> None:
        subprocess.run(  # noqa: S603 (the arguments are ours)
            [sys.executable, *command], env=self.environment, check=True
        )

    def _start(self, name: str, module: str, *arguments: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as output:
            self._running[name] = subprocess.Popen(  # noqa: S603 (the arguments are ours)
                [sys.executable, "-m", module, *arguments],
                env=self.environment,
                stdout=output,
                stderr=output,
            )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}/healthz", timeout=2):
                return True
        except OSError:
            return False


def _family(pid: int) -> list[int]:
    return [pid, *children_of(pid)]


def _memory(pid: int) -> Memory | None:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return None
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in lines[1:]}
    return Memory(sizes["Rss:"], sizes["Pss:"])


def spent_by(pid: int) -> float:
    """The seconds of processor time that a process has spent, 0 where there is none."""
    return _times(pid, 11)


def spent_by_ended_children(pid: int) -> float:
    """The same of its children that have ended and been waited for."""
    return _times(pid, 13)


def _times(pid: int, field: int) -> float:
    """The time in user and system mode that stand beside each other in proc(5)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[field]) + int(fields[field + 1])) / CLOCK_TICKS
