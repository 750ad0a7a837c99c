"""A site as in production for a measurement: gunicorn with two workers, one Celery worker, beat."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PATIENCE: Final = 60
"""Seconds until the site answers."""
WEB_WORKERS: Final = 2
INBOUND: Final = "load-load-load-load-load"
CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """The processes of a site on this machine, which nobody reaches from elsewhere."""

    def __init__(self, *, database: str, broker: str, cache: str, smtp: int) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="night-mail-load-"))
        self.queue = f"night-mail-load-{secrets.token_hex(4)}"
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "NIGHT_MAIL_MODE": "production",
            "NIGHT_MAIL_SECRET_KEY": secrets.token_urlsafe(50),
            "NIGHT_MAIL_HOSTS": "localhost",
            "NIGHT_MAIL_URL": f"http://localhost:{self.port}",
            "NIGHT_MAIL_BIND": f"127.0.0.1:{self.port}",
            "NIGHT_MAIL_WEB_WORKERS": str(WEB_WORKERS),
            "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{smtp}",
            "NIGHT_MAIL_FROM": "Night Mail <post@night-mail.example>",
            "NIGHT_MAIL_MAIL_DELAY": "0",
            "NIGHT_MAIL_MAIL_DOMAIN": "night-mail.example",
            "NIGHT_MAIL_REPLY_BY_MAIL": "1",
            "NIGHT_MAIL_INBOUND_SECRET": INBOUND,
            "NIGHT_MAIL_BROKER_URL": broker,
            "NIGHT_MAIL_CACHE_URL": cache,
            "NIGHT_MAIL_QUEUE": self.queue,
            "NIGHT_MAIL_STATIC_ROOT": str(self.folder / "static"),
            "PYTHONUNBUFFERED": "1",
        }
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Start everything, and wait until pages are served.

        The Celery worker leaves the queues of pictures and of searching bots to others.
        """
        self._run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        self._start("web", "gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn")
        queues = ",".join([self.queue, *(f"{self.queue}.{one}" for one in ("accounts", "mail"))])
        self._start(
            "worker", "celery", "--app", "ttr_site", "--quiet", "worker", "--concurrency", "1",
            "--queues", queues,
        )  # fmt: skip
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
                (found for pid in _family(self._running[name].pid) if (found := _private(pid))),
                reverse=True,
            )
            for name in ("web", "worker")
        }

    def processor_time(self) -> dict[str, float]:
        """The seconds of processor time that web and worker have spent."""
        return {
            name: sum(_spent(pid) for pid in _family(self._running[name].pid))
            for name in ("web", "worker")
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


def _family(pid: int) -> Iterator[int]:
    yield pid
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for child in children.read_text().split() if children.exists() else []:
        yield from _family(int(child))


def _private(pid: int) -> int:
    """Megabytes of a process, shared pages by their part (PSS)."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("Pss:"))


def _spent(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS
