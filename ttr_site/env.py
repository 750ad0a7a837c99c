"""Reads settings from environment variables, with errors that name the variable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


class Env:
    """A view of environment variables; every getter takes the value to use when unset."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, default)

    def boolean(self, name: str, default: bool) -> bool:
        value = self._variables.get(name)
        if value is None:
            return default
        if value.lower() in TRUE:
            return True
        if value.lower() in FALSE:
            return False
        raise ImproperlyConfigured(f"{name} is {value!r}: write 1 or 0.")

    def integer(self, name: str, default: int) -> int:
        value = self._variables.get(name)
        if value is None:
            return default
        try:
            return int(value)
        except ValueError:
            raise ImproperlyConfigured(f"{name} is {value!r}: write a whole number.") from None

    def words(self, name: str, default: str = "") -> list[str]:
        """Gets a list from words that are separated by commas."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise ImproperlyConfigured(f"{name} is {value!r}: write one of {', '.join(choices)}.")
        return value


def database(url: str) -> dict[str, Any]:
    """Gets Django's description of the database at `url`.

    `sqlite:///relative.sqlite3`, `sqlite:////absolute.sqlite3` and
    `postgres://user:password@host:port/name?sslmode=require` are understood.

    >>> database("postgres://ann:p%40ss@db:5433/mail?sslmode=require")["HOST"]
    'db'
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path.removeprefix("/")),
            "OPTIONS": {
                # A transaction takes the write lock at its start: one that reads first and writes
                # later would otherwise fail with "database is locked" instead of waiting.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    if parts.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(parts.port or ""),
            "OPTIONS": dict(parse_qsl(parts.query)),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(
        f"DATABASE_URL begins with {parts.scheme!r}: write sqlite:/// or postgres://."
    )
