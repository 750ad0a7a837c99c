"""Settings from environment variables, with errors that name the variable."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
# Seconds until a silent server is given up: while connecting, and later, when the system checks a
# silent connection.
PATIENCE = {
    "connect_timeout": "5",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
}

MAX_WORKERS = 5
# The four threads of a web process, and those for health and faults.
POOL_MAX = 6
SHORTEST_SECRET = 20
LOG_FORMS = ("text", "json")
SHARED_CACHE = (
    "NIGHT_MAIL_CACHE_URL is missing: there are several web processes, and each would count the"
    " limits on guessing passwords by itself. Write redis://host:6379/1, or"
    " NIGHT_MAIL_WEB_WORKERS=1 for a single process."
)


class Env:
    """A view of environment variables; every getter takes the default.

    An empty variable counts as unset: files of variables and compose leave them so. ``known`` are
    the names that anything has asked for.
    """

    known: ClassVar[set[str]] = set()

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        self.known.add(name)
        return self._variables.get(name) or default

    def boolean(self, name: str, default: bool) -> bool:
        value = self.text(name)
        if not value:
            return default
        if value.lower() in TRUE:
            return True
        if value.lower() in FALSE:
            return False
        raise ImproperlyConfigured(f"{name} is {value!r}: write 1 or 0.")

    def integer(
        self, name: str, default: int, *, least: int | None = None, most: int | None = None
    ) -> int:
        value = self.text(name)
        try:
            number = int(value) if value else default
        except ValueError:
            raise ImproperlyConfigured(f"{name} is {value!r}: write a whole number.") from None
        if (least is not None and number < least) or (most is not None and number > most):
            bounds = f"at least {least}" if most is None else f"{least} to {most}"
            raise ImproperlyConfigured(f"{name} is {number}: write {bounds}.")
        return number

    def secret(self, name: str) -> str:
        value = self.text(name)
        if value and len(value) < SHORTEST_SECRET:
            raise ImproperlyConfigured(
                f"{name} is short: write at least {SHORTEST_SECRET} random letters and digits."
            )
        return value

    def path(self, name: str) -> Path | None:
        value = self.text(name)
        return Path(value) if value else None

    def url(self, name: str, default: str = "", *, schemes: Collection[str], example: str) -> str:
        """A URL of one of these schemes, or the default."""
        value = self.text(name, default)
        if value:
            split_url(name, value, schemes=schemes, example=example)
        return value

    def words(self, name: str, default: str = "") -> list[str]:
        """A list of comma-separated words."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise ImproperlyConfigured(f"{name} is {value!r}: write one of {', '.join(choices)}.")
        return value


def split_url(name: str, url: str, *, schemes: Collection[str], example: str) -> SplitResult:
    """Split the URL of a variable, and check its scheme and port.

    :raises ImproperlyConfigured: names the variable, and not the URL, which may hold a password.

    >>> split_url("X", "redis://host:6379/1", schemes=["redis"], example="redis://host/0").port
    6379
    """
    try:
        parts = urlsplit(url)
        wrong = "" if parts.port != 0 else "its port is 0"
        if parts.scheme not in schemes:
            wrong = f"it begins with {parts.scheme!r}" if "://" in url else "it has no ://"
    except ValueError as error:
        is_port = "port" in str(error).lower()
        wrong = "its port is no number from 1 to 65535" if is_port else "its host is no name"
    if wrong:
        raise ImproperlyConfigured(f"{name} cannot be read, since {wrong}: write {example}.")
    return parts


def listening_port(env: Env, name: str, default: str) -> tuple[str, int]:
    """Return where a process listens, as gunicorn reads it, and the port there.

    :raises ImproperlyConfigured: if that is no address with a port.
    """
    bind = env.text(name, default)
    port = bind.rpartition(":")[2]
    if not (port.isascii() and port.isdecimal() and int(port[:6]) <= 65535):
        raise ImproperlyConfigured(f"{name} is {bind!r}: write an address with a port: {default}.")
    return bind, int(port)


def time_zone(env: Env, name: str, default: str) -> str:
    """Return the name of a time zone.

    :raises ImproperlyConfigured: if there is no such zone.
    """
    zone = env.text(name, default)
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(
            f"{name} is {zone!r}: write a zone such as {default} or UTC."
        ) from None
    return zone


def web_workers(env: Env) -> int:
    """The number of web processes on this machine."""
    default = min(multiprocessing.cpu_count() + 1, MAX_WORKERS)
    return env.integer("NIGHT_MAIL_WEB_WORKERS", default, least=1)


def pool_sizes(env: Env) -> dict[str, int] | None:
    """Return how many connections to PostgreSQL a pool keeps open, and its maximum.

    None without a pool.

    >>> pool_sizes(Env({"DATABASE_POOL_MAX": "10"}))
    {'min_size': 1, 'max_size': 10}
    """
    most = env.integer("DATABASE_POOL_MAX", POOL_MAX, least=0)
    least = env.integer("DATABASE_POOL_MIN", min(1, most), least=0, most=most)
    return {"min_size": least, "max_size": most} if most else None


def database(url: str) -> dict[str, Any]:
    """Return Django's description of the database at `url`.

    Supported are `sqlite:///relative.sqlite3`, `sqlite:////absolute.sqlite3` and
    `postgres://user:password@host:port/name?sslmode=require`.

    >>> database("postgres://ann:p%40ss@db:5433/mail?sslmode=require")["HOST"]
    'db'
    """
    parts = split_url(
        "DATABASE_URL",
        url,
        schemes=("sqlite", "postgres", "postgresql"),
        example="sqlite:////path or postgres://user:password@host:5432/name",
    )
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path.removeprefix("/")),
            "OPTIONS": {
                # A transaction takes the write lock at its start: one that reads first and writes
                # later would otherwise fail with "database is locked" instead of waiting.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA wal_autocheckpoint=4000;",
            },
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": {
            **PATIENCE,
            # What pg_stat_activity and a migration that waits call this process.
            "application_name": f"night-mail {Path(sys.argv[0]).name}"[:63],
            # Uses of a statement before it is kept, for the cursors of games/common/sql.py.
            "prepare_threshold": 5,
            **dict(parse_qsl(parts.query)),
        },
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def transport_options(broker: str) -> dict[str, Any]:
    """Return the options of Celery's transport for the broker at this address.

    >>> transport_options("redis://127.0.0.1/0")["socket_connect_timeout"]
    5
    """
    if broker.startswith("memory:"):
        return {"polling_interval": 0.1}
    if broker.startswith(("redis:", "rediss:")):
        # Workers poll for messages every second: half a minute of silence is a dead connection.
        return {"socket_connect_timeout": 5, "socket_timeout": 30, "socket_keepalive": True}
    return {}
