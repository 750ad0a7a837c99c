"""The processes of one site, as in production, and the wires to the services that they use."""

from __future__ import annotations

import contextlib
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psycopg
import redis

from tools.faults import clock
from tools.faults.loop import Loop
from tools.faults.post import Post
from tools.faults.servers import Servers
from tools.faults.sight import Sight
from tools.faults.wires import Wire
from tools.local_site import children_of, free_port, production_environment

ROOT: Final = Path(__file__).resolve().parent.parent.parent
WEB, WORKER, BEAT, GATE = "web", "worker", "beat", "mailgate"
PROCESSES: Final = (WEB, WORKER, BEAT, GATE)
BEHIND_WIRE: Final = "behind-the-wire"
"""The name under which the database knows the sessions of the site, and not those of its judge."""
RESTART_AFTER: Final = 5.0
"""Seconds, as in deploy/systemd."""


class Site:
    """A site around one database; ``servers`` are those of the run's own, which may be killed."""

    def __init__(
        self, folder: Path, *, database: str, broker: str, servers: Servers | None = None
    ) -> None:
        self.folder, self.database, self.broker = folder, database, broker
        self.servers, self.sight = servers, Sight()
        self.loop = Loop()
        self.post = Post(self.loop)
        parts = urlsplit(broker)
        self.broker_wire = Wire(self.loop, parts.hostname or "127.0.0.1", parts.port or 6379)
        number = parts.path.strip("/") or "0"
        self.broker_wire.greeting = (b"*2\r\n$6\r\nSELECT\r\n$%d\r\n%s\r\n" % (
            len(number), number.encode()
        ),)  # fmt: skip
        self.database_wire: Wire | None = None
        wired = database
        if (at := urlsplit(database)).scheme.startswith("postgres"):
            self.database_wire = Wire(self.loop, at.hostname or "127.0.0.1", at.port or 5432)
            user = at.username or "postgres"
            secret = f":{at.password}" if at.password else ""
            wired = (
                f"postgres://{user}{secret}@127.0.0.1:{self.database_wire.port}{at.path}"
                # In the open, so that the wire sees a COMMIT.
                f"?sslmode=disable&gssencmode=disable&application_name={BEHIND_WIRE}"
            )
        self.web_port, self.gate_port = free_port(), free_port()
        self.url = f"http://localhost:{self.web_port}"
        wired_broker = f"redis://127.0.0.1:{self.broker_wire.port}/{number}"
        self.queue = f"night-mail-faults-{secrets.token_hex(4)}"
        self.environment = production_environment(
            port=self.web_port,
            smtp=self.post.wire.port,
            database=wired,
            broker=wired_broker,
            cache=wired_broker,
            queue=self.queue,
            static=folder / "static",
        ) | {
            "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
            # The first has the clock of the site, in sitecustomize.py.
            "PYTHONPATH": f"{ROOT / 'tools' / 'faults' / 'startup'}:{ROOT}",
            "HOSTNAME": socket.gethostname(),
            "NIGHT_MAIL_SWEEP_SECONDS": "3",
            "NIGHT_MAIL_LOG_LEVEL": "INFO",
            "NIGHT_MAIL_ENGINE": "plain",
            "PYTHONWARNINGS": "ignore",  # of being root, in a container
            clock.VARIABLE: str(folder / "clock"),
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.ended: list[str] = []
        """The processes that ended by themselves, one name each time."""
        self._stopping = threading.Event()
        threading.Thread(target=self._supervise, daemon=True, name="supervisor").start()

    def _supervise(self) -> None:
        """Start again what has ended by itself, as the units of systemd do."""
        while not self._stopping.wait(0.2):
            for name, process in [*self.running.items()]:
                if process.poll() is None or self._stopping.wait(RESTART_AFTER):
                    continue
                if self.running.get(name) is process:
                    self.ended.append(name)
                    self.kill(name)
                    self.start(name)

    def here(self) -> dict[str, str]:
        """The environment for whoever looks from outside: the same, past the wires."""
        return {**self.environment, "DATABASE_URL": self.database, "NIGHT_MAIL_CACHE_URL": ""} | {
            "NIGHT_MAIL_WEB_WORKERS": "1",
            "NIGHT_MAIL_BROKER_URL": self.broker,
        }

    def manage(self, *command: str) -> None:
        """Run a command of manage.py to its end."""
        python = [sys.executable, "manage.py", *command]
        subprocess.run(
            python, cwd=ROOT, env=self.here(), check=True, stdout=subprocess.DEVNULL, timeout=300
        )

    def command(self, process: str) -> list[str]:
        """The command of a process; what stands before a colon is the process."""
        celery = ["celery", "--app", "ttr_site", "--quiet"]
        return [sys.executable, "-m"] + {
            WEB: ["gunicorn", "ttr_site.wsgi", "--config", "python:ttr_site.gunicorn"],
            WORKER: [*celery, "worker", "--concurrency", "3", "--hostname", f"{process}@%h"],
            BEAT: [*celery, "beat", "--pidfile", "", "--schedule", str(self.folder / process)],
            GATE: ["manage", "mailgate", "--port", str(self.gate_port)],
        }[process.partition("-")[0]]

    def start(self, *processes: str) -> None:
        """Start processes; a second one of a kind is called ``worker-2``, ``beat-2``."""
        for process in processes:
            log = (self.folder / f"{process}.log").open("ab")
            self.running[process] = subprocess.Popen(
                self.command(process),
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
            log.close()

    def kill(self, *processes: str) -> None:
        """Kill processes with all their children at once, as when a machine loses its power."""
        dead = [self.running.pop(name) for name in processes if name in self.running]
        for process in dead:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        for process in dead:
            process.wait()

    def kill_child(self, process: str, chance: float) -> bool:
        """Kill one child of a process, which has to start another; whether it had any."""
        children = children_of(self.running[process].pid)
        if children:
            os.kill(children[int(chance * len(children))], signal.SIGKILL)
        return bool(children)

    def signal(self, process: str, number: signal.Signals) -> None:
        """Send a signal to a process and all its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.running[process].pid, number)

    def stop(self) -> None:
        """Stop everything as an init system does."""
        self._stopping.set()
        for process in self.running.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGCONT)
                process.terminate()
        for name in [*self.running]:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.running[name].wait(20)
            self.kill(name)

    def is_well(self) -> bool:
        """Whether the health page says so."""
        try:
            asked = http.client.HTTPConnection("127.0.0.1", self.web_port, timeout=4)
            asked.request("GET", "/healthz", headers={"Host": "localhost"})
            return asked.getresponse().status == 200
        except OSError:
            return False
        finally:
            asked.close()

    def takes_mail(self) -> bool:
        """Whether the mail gate greets."""
        try:
            with socket.create_connection(("127.0.0.1", self.gate_port), timeout=2) as line:
                return line.recv(3) == b"220"
        except OSError:
            return False

    def flush_broker(self) -> None:
        """Empty the broker's database, and the cache with it."""
        with redis.Redis.from_url(self.broker) as line:
            line.flushdb()


def create_database(server: str, name: str) -> str:
    """Make an empty database in PostgreSQL; return its address."""
    at = urlsplit(server)
    with psycopg.connect(at._replace(path="/postgres").geturl(), autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
    return at._replace(path=f"/{name}").geturl()


def drop_database(database: str) -> None:
    """Delete a database, whoever is at it."""
    at = urlsplit(database)
    with psycopg.connect(at._replace(path="/postgres").geturl(), autocommit=True) as line:
        line.execute(f"DROP DATABASE {at.path[1:]} WITH (FORCE)")


def hang_up(database: str, chance: Callable[[], float]) -> int:
    """Let the server of the database end some of its sessions; return how many."""
    at = urlsplit(database)
    with psycopg.connect(at._replace(path="/postgres").geturl(), autocommit=True) as line:
        mine = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND application_name = %s"
        at_work = f"{mine} AND state <> 'idle'"
        who = (at.path[1:], BEHIND_WIRE)
        rows = line.execute(at_work, who).fetchall() or line.execute(mine, who).fetchall()
        for (pid,) in rows:
            if chance() < 0.7:
                line.execute("SELECT pg_terminate_backend(%s)", (pid,))
        return len(rows)
