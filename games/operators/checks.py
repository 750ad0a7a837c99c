"""System checks: the native engine is used if it was built, and the database can be upgraded."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from engine import ENGINE, native
from games.operators.readiness import TOO_OLD, is_half_upgraded


@register(deploy=True)
def check_engine(app_configs: object, **options: object) -> list[CheckMessage]:
    """Warn of compiled modules that are not used, such as those of an earlier version."""
    if not native.is_left_out(ENGINE):
        return []
    return [
        Warning(
            f"There is a native engine, but the engine is {ENGINE}.",
            hint="Build it again with make engine-native, or delete build/engine-native.",
            id="night_mail.W001",
        )
    ]


@register(Tags.database)
def check_upgrade(
    app_configs: object, databases: Iterable[str] | None = None, **options: object
) -> list[CheckMessage]:
    """Refuse a database of a release before 0.3.0, before `migrate` changes anything in it."""
    return [
        Error(
            TOO_OLD[0],
            hint=TOO_OLD[1],
            id="night_mail.E001",
        )
        for alias in databases or ()
        if is_half_upgraded(MigrationRecorder(connections[alias]).applied_migrations())
    ]
