"""The site on a database of its own, set up in this process."""

from __future__ import annotations

import os

import psycopg


def open_site(database: str) -> None:
    """Set the site up on the database of this address, and bring its tables up to date.

    It has one page more than elsewhere: the bare one that the others are measured by.
    """
    os.environ["DATABASE_URL"] = database
    os.environ["DJANGO_SETTINGS_MODULE"] = "ttr_site.settings"

    import django

    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tools.bench.bare"
    call_command("migrate", verbosity=0)
    _forget_the_time_aside()


def _forget_the_time_aside() -> None:
    """Let no site take it for an outage that its database lay aside, for which it would owe all
    games in play their time."""
    from django.utils.timezone import now

    from games.clock.models import Heartbeat, Outage
    from games.scheduler.outage import JOB

    Heartbeat.objects.filter(job=JOB).update(at=now())
    Outage.objects.filter(made_up=False).update(made_up=True)


def create_database(server: str, name: str) -> bool:
    """Create a database on a server of PostgreSQL; return False if there is one of that name."""
    with psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=5) as line:
        found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if found is None:
            line.execute(f"CREATE DATABASE {name}")
    return found is None


def drop_database(server: str, name: str) -> None:
    """Drop a database of a server of PostgreSQL, if there is one of that name."""
    with psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=5) as line:
        line.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
