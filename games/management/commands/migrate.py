"""`manage.py migrate`: as Django's, and says which process it waits for."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from games.operators.lock_watch import LockWatch


class Command(migrate.Command):
    """Django's command; after some seconds of waiting it names who holds the lock."""

    def handle(self, *args: Any, **options: Any) -> None:
        alias = options.get("database") or DEFAULT_DB_ALIAS
        try:
            with LockWatch(connections[alias], self.stderr.write):
                super().handle(*args, **options)
        except OperationalError as error:
            if "database is locked" not in str(error):
                raise
            raise CommandError(
                "The database is locked: another process has been writing for 20 seconds. Stop web,"
                " worker and beat, and run it again."
            ) from error
