"""The site under test: wires before the services that it uses, and a clock that can be set."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import redis

from tools.faults import clock
from tools.faults.servers import Servers
from tools.site import processes
from tools.site.mail_server import MailServer
from tools.site.processes import BEAT, GATE, ROOT, WEB, WORKER
from tools.site.spent import family
from tools.site.wires import Loop, Wire

PROCESSES: Final = (WEB, WORKER, BEAT, GATE)
BEHIND_WIRE: Final = "behind-the-wire"
"""The name under which the database knows the sessions of the site, and not those of its judge."""
RESTART_AFTER: Final = 5.0
"""Seconds, as in deploy/systemd."""


class Site(processes.Site):
    """A site around one database; ``servers`` are those of the run's own, which may be killed."""

    def __init__(
        self, folder: Path, *, database: str, broker: str, servers: Servers | None = None
    ) -> None:
        self.database, self.broker, self.servers = database, broker, servers
        loop = Loop()
        self.post = MailServer(loop)
        self.post_wire = Wire(loop, "127.0.0.1", self.post.port)
        parts = urlsplit(broker)
        self.broker_wire = Wire(loop, parts.hostname or "127.0.0.1", parts.port or 6379)
        number = parts.path.strip("/") or "0"
        self.broker_wire.greeting = (b"*2\r\n$6\r\nSELECT\r\n$%d\r\n%s\r\n" % (
            len(number), number.encode()
        ),)  # fmt: skip
        self.database_wire: Wire | None = None
        wired = database
        if (at := urlsplit(database)).scheme.startswith("postgres"):
            self.database_wire = Wire(loop, at.hostname or "127.0.0.1", at.port or 5432)
            user = at.netloc.rpartition("@")[0] or "postgres"
            wired = (
                f"postgres://{user}@127.0.0.1:{self.database_wire.port}{at.path}"
                # In the open, so that the wire sees a COMMIT.
                f"?sslmode=disable&gssencmode=disable&application_name={BEHIND_WIRE}"
            )
        wired_broker = f"redis://127.0.0.1:{self.broker_wire.port}/{number}"
        super().__init__(
            folder,
            database=wired,
            broker=wired_broker,
            cache=wired_broker,
            smtp=self.post_wire.port,
            workers=3,
            queues=None,
        )
        self.environment |= {
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
        self._stopping = threading.Event()
        threading.Thread(target=self._supervise, daemon=True, name="supervisor").start()

    def _supervise(self) -> None:
        """Start again what has ended by itself, as the units of systemd do."""
        while not self._stopping.wait(0.2):
            for name, process in [*self.running.items()]:
                if process.poll() is None or self._stopping.wait(RESTART_AFTER):
                    continue
                if self.running.get(name) is process:
                    self.kill(name)
                    self.start(name)

    def here(self) -> dict[str, str]:
        """The same, past the wires."""
        return self.environment | {
            "DATABASE_URL": self.database,
            "NIGHT_MAIL_CACHE_URL": "",
            "NIGHT_MAIL_WEB_WORKERS": "1",
            "NIGHT_MAIL_BROKER_URL": self.broker,
        }

    def kill_child(self, process: str, chance: float) -> bool:
        """Kill one child of a process, which has to start another; whether it had any."""
        _parent, *children = family(self.running[process].pid)
        if children:
            os.kill(children[int(chance * len(children))], signal.SIGKILL)
        return bool(children)

    def signal(self, process: str, number: signal.Signals) -> None:
        """Send a signal to a process and all its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.running[process].pid, number)

    def stop(self) -> None:
        self._stopping.set()
        super().stop()

    def flush_broker(self) -> None:
        """Empty the broker's database, and the cache with it."""
        with redis.Redis.from_url(self.broker) as line:
            line.flushdb()
