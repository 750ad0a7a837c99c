"""A site of its own for the figures that need one: an empty database that goes with the process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

NOW = datetime(2026, 11, 21, 7, 30, tzinfo=UTC)


@cache
def open_site(database: str = "") -> None:
    """Set the site up with the settings that it has everywhere, once a process.

    ``database`` is the address of an empty one; without it a fresh SQLite file is made.
    """
    os.environ["DATABASE_URL"] = database or _fresh_file()
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"

    import django

    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.ROOT_URLCONF = "tools.bench.bare"
    call_command("migrate", verbosity=0)


def _fresh_file() -> str:
    folder = tempfile.mkdtemp(prefix="night-mail-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
