"""The processes of a site on this machine, as in production."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from tools.players.browser import ask
from tools.site.waiting import until

ROOT: Final = Path(__file__).resolve().parent.parent.parent
DOMAIN: Final = "night-mail.example"
INBOUND: Final = "site-site-site-site-site"
"""The secret in the address at which services for mail deliver."""
WEB, WORKER, BEAT, GATE, STREAMS = "web", "worker", "beat", "mailgate", "streams"


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Site:
    """A site at localhost with its logs in ``folder``; its mails leave at once, by port ``smtp``.

    The Celery worker has ``workers`` processes and serves the ``queues`` of these endings, or all
    with None.
    """

    def __init__(
        self,
        folder: Path,
        *,
        database: str,
        broker: str,
        cache: str,
        smtp: int,
        workers: int = 1,
        queues: Sequence[str] | None = ("", ".accounts", ".mail"),
    ) -> None:
        self.folder, self._workers = folder, workers
        self.port, self.gate, self.streams = free_port(), free_port(), free_port()
        self.url = f"http://localhost:{self.port}"
        self.queue = f"night-mail-tools-{secrets.token_hex(4)}"
        self._queues = queues
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "NIGHT_MAIL_MODE": "production",
            "NIGHT_MAIL_SECRET_KEY": secrets.token_urlsafe(50),
            "NIGHT_MAIL_HOSTS": "localhost",
            "NIGHT_MAIL_URL": self.url,
            "NIGHT_MAIL_BIND": f"127.0.0.1:{self.port}",
            "NIGHT_MAIL_STREAM_BIND": f"127.0.0.1:{self.streams}",
            "NIGHT_MAIL_WEB_WORKERS": "2",
            "NIGHT_MAIL_STATIC_ROOT": str(folder / "static"),
            "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{smtp}",
            "NIGHT_MAIL_FROM": f"Night Mail <post@{DOMAIN}>",
            "NIGHT_MAIL_MAIL_DOMAIN": DOMAIN,
            "NIGHT_MAIL_MAIL_DELAY": "0",
            "NIGHT_MAIL_REPLY_BY_MAIL": "1",
            "NIGHT_MAIL_INBOUND_SECRET": INBOUND,
            "NIGHT_MAIL_BROKER_URL": broker,
            "NIGHT_MAIL_CACHE_URL": cache,
            "NIGHT_MAIL_QUEUE": self.queue,
            "PYTHONUNBUFFERED": "1",
        }

    def here(self) -> dict[str, str]:
        """The environment of commands and of those who look from outside."""
        return self.environment

    def manage(self, *command: str) -> None:
        """Run a command of manage.py to its end."""
        python = [sys.executable, "manage.py", *command]
        subprocess.run(  # noqa: S603 (the arguments are ours)
            python, cwd=ROOT, env=self.here(), check=True, stdout=subprocess.DEVNULL, timeout=300
        )

    def command(self, process: str) -> list[str]:
        """The command of a process; the part before a hyphen is its kind."""
        gunicorn = ["gunicorn", "--config"]
        celery = ["celery", "--app", "ttr_site", "--quiet"]
        served = ",".join(self.queue + ending for ending in self._queues or ())
        return [sys.executable, "-m"] + {
            WEB: [*gunicorn, "python:ttr_site.gunicorn", "ttr_site.wsgi"],
            STREAMS: [*gunicorn, "python:ttr_site.gunicorn_stream", "ttr_site.asgi"],
            WORKER: [
                *celery, "worker", "--concurrency", str(self._workers),
                "--hostname", f"{process}-{self.queue}@localhost",
                *(["--queues", served] if served else []),
            ],
            BEAT: [*celery, "beat", "--pidfile", "", "--schedule", str(self.folder / process)],
            GATE: ["manage", "mailgate", "--port", str(self.gate)],
        }[process.partition("-")[0]]  # fmt: skip

    def start(self, *processes: str) -> None:
        """Start processes; a second one of a kind is called ``worker-2``, ``beat-2``."""
        for process in processes:
            with (self.folder / f"{process}.log").open("ab") as log:
                self.running[process] = subprocess.Popen(  # noqa: S603 (the arguments are ours)
                    self.command(process),
                    cwd=ROOT,
                    env=self.environment,
                    stdout=log,
                    stderr=log,
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )

    def open(self, *processes: str) -> None:
        """Collect the static files, start processes, and wait until they serve."""
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self.start(*processes)
        until(self.is_well, f"the site answers: look into {self.folder}")
        if GATE in processes:
            until(self.takes_mail, f"the mail gate answers: look into {self.folder}")

    def kill(self, *processes: str) -> None:
        """Kill processes with all their children at once, as when a machine loses its power."""
        dead = [self.running.pop(name) for name in processes if name in self.running]
        for process in dead:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        for process in dead:
            process.wait()

    def stop(self) -> None:
        """Stop everything as an init system does; leave its logs."""
        for process in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGCONT)
                process.terminate()
        for name in [*self.running]:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.running[name].wait(20)
            self.kill(name)
        shutil.rmtree(self.folder / "static", ignore_errors=True)

    def is_well(self) -> bool:
        """Whether the health page says so."""
        return ask(f"{self.url}/healthz", {}).status == 200

    def takes_mail(self) -> bool:
        """Whether the mail gate greets."""
        try:
            with socket.create_connection(("127.0.0.1", self.gate), timeout=2) as line:
                return line.recv(3) == b"220"
        except OSError:
            return False


@contextmanager
def site_in_use(name: str, *, database: str, **options: Any) -> Iterator[Site]:
    """A site on a database that this process uses as well; it stops at the end.

    ``name`` is in that of its folder, which stays; ``options`` are those of :class:`Site`.
    """
    from tools.site.databases import open_site

    site = Site(Path(mkdtemp(prefix=f"night-mail-{name}-")), database=database, **options)
    os.environ.update(site.environment)
    open_site(database)
    try:
        yield site
    finally:
        site.stop()
