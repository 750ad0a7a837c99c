"""A PostgreSQL and a Redis of the run's own, which may be killed, stopped, emptied and filled up.

Both listen at 127.0.0.1 on free ports, write into a new folder, and are gone with it at the end.
PostgreSQL does not run as root: root starts it as the user ``postgres``.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
import redis

from tools.site.processes import free_port
from tools.site.spent import family
from tools.site.waiting import NeverHappened, until

USER: Final = "postgres"
PACKAGED: Final = Path("/usr/lib/postgresql")
"""Where Debian puts the programs of each version of PostgreSQL, which are not on PATH."""
DISK_MEGABYTES: Final = 1600
"""The size of the disk of PostgreSQL; a new cluster with the site in it takes some 100 MB, and a
round adds 1.5 MB, most of it mails."""
UP: Final = 60.0
"""Seconds within which a server must answer after its start, or stop; recovery takes one or two."""
BALLAST: Final = 10_000
"""Keys that make Redis load for a while after its start, in a database that nobody else uses."""
BALLAST_DATABASE: Final = 15
LOAD_DELAY: Final = 60
"""Microseconds for which Redis sleeps after each key or command that it loads."""


class NotHere(SystemExit):
    """The end of a run that needs what this machine has not; says what to do."""


def find(program: str, package: str, *folders: Path) -> Path:
    """A program on PATH, or else in one of the folders.

    :raises NotHere: if it is in none.
    """
    path = os.pathsep.join([os.environ["PATH"], *map(str, folders)])
    if (found := shutil.which(program, path=path)) is None:
        raise NotHere(
            f"--own-servers needs {program}, and PATH has none. Install it (Debian:"
            f" apt install {package}), or leave the option out (make faults FAULTS=)."
        )
    return Path(found)


def find_postgresql() -> Path:
    """The folder with the programs of PostgreSQL; of Debian's the newest.

    :raises NotHere: if there is none.
    """
    packaged = sorted(PACKAGED.glob("*/bin"), reverse=True)
    return find("initdb", "postgresql", *packaged).resolve().parent


def _owner() -> dict[str, Any]:
    """As whom the programs of PostgreSQL are started: arguments of ``subprocess``.

    :raises NotHere: for root where there is no user ``postgres``.
    """
    if os.geteuid() != 0:
        return {}
    try:
        entry = pwd.getpwnam(USER)
    except KeyError:
        raise NotHere(
            f"PostgreSQL does not run as root, and this machine has no user {USER}. Add one"
            f" (useradd --system {USER}), start this as another user, or leave --own-servers out"
            " (make faults FAULTS=)."
        ) from None
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Server:
    """A server in ``folder``, with its log beside that; ``owner`` says as whom it runs."""

    def __init__(self, folder: Path, programs: Path, owner: dict[str, Any] | None = None) -> None:
        self.folder, self.programs, self.owner = folder, programs, owner or {}
        folder.mkdir()
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def spawn(self, *command: str | Path) -> None:
        with self.folder.with_suffix(".log").open("ab") as log:
            self.process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.folder, start_new_session=True, **self.owner,
            )  # fmt: skip


class PostgreSQL(Server):
    """A cluster, on a disk of its own where the machine allows one."""

    has_disk = False

    @property
    def address(self) -> str:
        return f"postgres://{USER}@127.0.0.1:{self.port}"

    def make(self) -> None:
        """Make the cluster. Its log of changes has small files, so that it needs new ones often."""
        if self.owner:
            os.chown(self.folder, self.owner["user"], self.owner["group"])
        self.folder.chmod(0o700)
        done = subprocess.run(
            [
                str(self.programs / "initdb"), f"--pgdata={self.folder / 'data'}",
                f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--locale=C",
                "--wal-segsize=1", "--no-sync",
            ],
            check=False, capture_output=True, text=True, timeout=UP, cwd=self.folder, **self.owner,
        )  # fmt: skip
        if done.returncode:
            raise NotHere(f"initdb failed on this machine:\n{done.stderr.strip()}")

    def start(self) -> float:
        """Start it if it does not run, and wait until it answers; return the seconds that it took.

        After kill -9 a start is refused while any of the old processes lives: it is tried again.
        """

        def answers() -> bool:
            if self.process is None or self.process.poll() is not None:
                self.spawn(
                    self.programs / "postgres", "-D", self.folder / "data", "-p", str(self.port),
                    "-k", self.folder, "-h", "127.0.0.1", "-c", "max_wal_size=8MB",
                    "-c", "min_wal_size=2MB",
                )  # fmt: skip
            return self.answers()

        return until(answers, "PostgreSQL answers", within=UP)

    def answers(self) -> bool:
        """Whether it takes a question: not while it starts, recovers or shuts down."""
        try:
            with psycopg.connect(f"{self.address}/postgres", connect_timeout=2) as line:
                line.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def pids(self) -> list[int]:
        """The postmaster and its children, each of which has a session of its own."""
        if self.process is None or self.process.poll() is not None:
            return []
        return family(self.process.pid)

    def kill(self, *pids: int) -> None:
        """Kill processes with -9."""
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop_at_once(self) -> None:
        """Stop as `pg_ctl stop -m immediate` does: without a checkpoint."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(UP)

    def fill(self) -> str:
        """Fill its disk to the last byte, or forbid its files to grow; return a word on it."""
        if not self.has_disk:
            self._limit("0")
            return "no file may grow"
        ballast = (self.folder / "ballast").open("wb", buffering=0)
        with ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(bytes(1 << 16))
        return "a full disk"

    def use_up_wal(self) -> None:
        """Write into the log of changes until nothing fits, of which the server gives up."""
        with (
            contextlib.suppress(psycopg.OperationalError, psycopg.InternalError),
            psycopg.connect(f"{self.address}/postgres", autocommit=True, connect_timeout=2) as line,
        ):
            for _segment in range(2 * DISK_MEGABYTES):
                line.execute("SELECT pg_logical_emit_message(true, '', 'x'), pg_switch_wal()")

    def make_room(self) -> None:
        """Undo :meth:`fill`."""
        if self.has_disk:
            (self.folder / "ballast").unlink(missing_ok=True)
        else:
            self._limit("unlimited")

    def _limit(self, size: str) -> None:
        for pid in self.pids():
            # The soft limit, which its user may raise again.
            command = ["prlimit", f"--pid={pid}", f"--fsize={size}:"]
            subprocess.run(command, check=False, capture_output=True, **self.owner)

    def close(self) -> None:
        """Stop, and do not wait for sessions; nothing of the cluster is needed any more."""
        try:
            self.stop_at_once()
        except subprocess.TimeoutExpired:
            self.kill(*self.pids())


class Redis(Server):
    """A server that writes all commands into a log (``appendonly``)."""

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> float:
        """Start, and wait until it has loaded its log; return the seconds that it took."""
        self.spawn(
            self.programs / "redis-server", "--port", str(self.port), "--bind", "127.0.0.1",
            "--dir", self.folder, "--appendonly", "yes", "--save", "",
            "--key-load-delay", str(LOAD_DELAY),
            # The delay is one for each command too: the log must not grow with the rounds.
            "--auto-aof-rewrite-min-size", "1mb",
        )  # fmt: skip
        return until(self.answers, "Redis answers", within=UP)

    def load_slowly(self) -> None:
        """Write enough keys that the next starts take a second or two."""
        with redis.Redis(port=self.port, db=BALLAST_DATABASE) as line:
            line.mset({f"ballast-{number}": number for number in range(BALLAST)})
            line.bgrewriteaof()
            until(lambda: not line.info("persistence")["aof_rewrite_in_progress"], "a rewrite")

    def answers(self) -> bool:
        """Whether it takes commands: not while it loads its log."""
        try:
            with redis.Redis(port=self.port, socket_timeout=2) as line:
                return bool(line.ping())
        except (redis.ConnectionError, redis.TimeoutError):
            return False

    def kill(self) -> None:
        """Kill with -9. What it has answered for is in its log."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(UP)

    def empty(self) -> None:
        """Delete the log of a server that has been killed."""
        shutil.rmtree(self.folder / "appendonlydir")

    close = kill


@dataclass
class Servers:
    """The servers of a run."""

    redis: Redis
    postgresql: PostgreSQL


@contextlib.contextmanager
def own_servers() -> Iterator[Servers]:
    """Start servers; stop them at the end, or when the start of one fails, and delete their data.

    :raises NotHere: if the machine lacks a program, or does not let it make a cluster.
    """
    redis_programs = find("redis-server", "redis-server").parent
    programs, owner = find_postgresql(), _owner()
    with contextlib.ExitStack() as after:
        folder = Path(tempfile.mkdtemp(prefix="night-mail-servers-"))
        after.callback(shutil.rmtree, folder, ignore_errors=True)
        # The user of PostgreSQL has to come through.
        folder.chmod(0o755)
        try:
            store = Redis(folder / "redis", redis_programs)
            after.callback(store.close)
            store.start()
            store.load_slowly()
            cluster = PostgreSQL(folder / "postgresql", programs, owner)
            cluster.has_disk = _mount(cluster.folder, after)
            after.callback(cluster.close)
            cluster.make()
            cluster.start()
        except NeverHappened as error:
            said = [path.read_text(errors="replace") for path in folder.rglob("*.log")]
            raise NotHere("\n".join([f"A server did not start: {error}", *said])) from None
        yield Servers(store, cluster)


def _mount(folder: Path, after: contextlib.ExitStack) -> bool:
    """Give a folder a small disk of its own, in memory; whether the machine allows it."""
    command = f"mount -t tmpfs -o size={DISK_MEGABYTES}m night-mail-faults {folder}".split()
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        print("This machine allows no small disk: for a full one, files may not grow instead.")
        return False
    after.callback(subprocess.run, ["umount", "--lazy", str(folder)], check=False)
    return True
