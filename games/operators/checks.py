"""System checks: the native engine is used if it was built, and the database can be upgraded."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from engine import ENGINE, native
from games.operators.readiness import half_way
from games.web.site.operator_pages import TITLES
from ttr_site.env import Env

OURS: Final = ("NIGHT_MAIL_", "DATABASE_POOL_")
OF_TESTS: Final = ("NIGHT_MAIL_TEST", "NIGHT_MAIL_FAULTS_", "NIGHT_MAIL_ENGINE_FOLDER")
"""Variables of tools and tests, which read them by themselves."""


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


@register()
def check_variables(app_configs: object, **options: object) -> list[CheckMessage]:
    """Warn of variables that nothing reads: their names are mistyped, or of another release."""
    # It reads those of the web server.
    import_module("ttr_site.gunicorn_stream")
    unknown = sorted(
        name
        for name in os.environ.keys() - Env.known
        if name.startswith(OURS) and not name.startswith(OF_TESTS)
    )
    return [
        Warning(
            f"Nothing reads the variable {name}.",
            hint=f"Did you mean {near[0]}?"
            if (near := get_close_matches(name, Env.known, n=1))
            else "docs/operations.md lists all variables.",
            id="night_mail.W002",
        )
        for name in unknown
    ]


@register(deploy=True)
def check_legal_pages(app_configs: object, **options: object) -> list[CheckMessage]:
    """Warn of a site without the texts that the law asks of most sites for others."""
    folder = settings.PAGES
    missing = [name for name in TITLES if folder is None or not any(folder.glob(f"{name}*.md"))]
    return [
        Warning(
            f"The site has no page {name}, which the law asks of most sites.",
            hint=f"Write {name}.md into the folder that NIGHT_MAIL_PAGES names.",
            id="night_mail.W003",
        )
        for name in missing
    ]


@register(Tags.database)
def check_upgrade(
    app_configs: object, databases: Iterable[str] | None = None, **options: object
) -> list[CheckMessage]:
    """Refuse a database that stopped half way, before `migrate` changes anything in it."""
    return [
        Error(found[0], hint=found[1], id="night_mail.E001")
        for alias in databases or ()
        if (found := half_way(MigrationRecorder(connections[alias]).applied_migrations()))
    ]
