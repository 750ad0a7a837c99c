"""Databases of a run's own, and the site set up on one in this process."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import psycopg

T = TypeVar("T")


def create_database(server: str, name: str) -> None:
    """Create a database on a server of PostgreSQL, in place of one that has its name."""
    drop_database(server, name)
    with _connected(server) as line:
        line.execute(f"CREATE DATABASE {name}")


def drop_database(server: str, name: str) -> None:
    """Drop a database of a server of PostgreSQL, if there is one of that name."""
    with _connected(server) as line:
        line.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _connected(server: str) -> psycopg.Connection:
    return psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=5)


def fresh_file() -> str:
    """The address of an SQLite file that is still to be made, and goes with the process."""
    folder = tempfile.mkdtemp(prefix="night-mail-tools-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return f"sqlite:///{Path(folder) / 'site.sqlite3'}"


def open_site(database: str = "", *, bare: bool = True) -> None:
    """Set the site up on the database of this address, and bring its tables up to date.

    Without an address it is a file that goes with the process. With ``bare`` it has one page more
    than elsewhere, by which the others are measured.
    """
    os.environ["DATABASE_URL"] = database or fresh_file()
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"

    import django

    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    if bare:
        settings.ALLOWED_HOSTS = ["*"]
        settings.ROOT_URLCONF = "tools.bench.bare"
    call_command("migrate", verbosity=0)
    _forget_the_time_aside()


def in_new_process(work: Callable[..., T], *arguments: Any) -> T:
    """Do a piece of work in a process of its own, in which a site can be set up."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(work, *arguments).result()


def _forget_the_time_aside() -> None:
    """Let no site take the time since a database was used last for an outage to make up for."""
    from django.utils.timezone import now

    from games.clock.models import Heartbeat, Outage
    from games.scheduler.outage import JOB

    Heartbeat.objects.filter(job=JOB).update(at=now())
    Outage.objects.filter(made_up=False).update(made_up=True)
