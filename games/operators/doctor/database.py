"""The database: version, migrations, triggers, spare connections, and its clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.timezone import now

from games.log.verifying import unguarded
from games.moderation.audit import missing_triggers
from games.operators.doctor.findings import Finding, fault, note, reason, warning, well
from games.operators.readiness import is_read_only, migrations
from ttr_site.env import Env, web_workers

LEAST_POSTGRESQL: Final = 14
BESIDE_POOLS: Final = 10
"""Connections of workers, mailgate, backup and administrators."""
APART: Final = timedelta(seconds=2)
"""Clocks synchronised by NTP differ by less."""
WRONG: Final = timedelta(minutes=1)


def examine_database() -> Iterator[Finding]:
    """Everything about the database; or only that it does not answer."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        yield fault(
            f"The database does not answer. {reason(error)}",
            "Look whether it runs, and at DATABASE_URL: host, name, user, password.",
        )
        return
    if connection.vendor == "postgresql":
        yield from _postgresql()
    else:
        yield well(f"SQLite {sqlite3.sqlite_version}.")
        if is_read_only():
            yield fault(
                f"{connection.settings_dict['NAME']} cannot be written: no move can be made.",
                "Let the file and its folder belong to the user of the site, on a disk that can be"
                " written.",
            )
        if settings.PRODUCTION:
            yield note(
                "The database is a file: web, worker and beat must share this machine.",
                "More machines need PostgreSQL.",
            )
    yield from _migrations()


def _postgresql() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
            " current_setting('server_encoding'), pg_is_in_recovery(),"
            " current_setting('max_connections')::int,"
            " current_setting('superuser_reserved_connections')::int,"
            " (SELECT count(*) FROM pg_stat_activity), clock_timestamp()"
        )
        number, version, encoding, standby, most, reserved, used, at = cursor.fetchone()
    here = now()
    if number // 10000 < LEAST_POSTGRESQL:
        yield fault(
            f"PostgreSQL {version} is too old.", f"Install {LEAST_POSTGRESQL} or newer, and move."
        )
    else:
        yield well(f"PostgreSQL {version}.")
    if encoding != "UTF8":
        yield fault(
            f"The database is in {encoding}: names and mails do not fit in.",
            "Make one by `createdb --encoding UTF8 --template template0`, and move.",
        )
    if standby:
        yield fault(
            "The database is a replica, which cannot be written.",
            "Let DATABASE_URL name the primary server.",
        )
    elif is_read_only():
        yield fault(
            "The database is read-only: no move can be made.",
            "Take default_transaction_read_only off the server, the database and its user, and"
            " default_transaction_read_only out of DATABASE_URL.",
        )
    if used > 0.8 * most:
        yield warning(
            f"{used} of {most} connections are in use.",
            "Raise max_connections, or put a pool such as PgBouncer in front (session mode).",
        )
    yield from _connections(most - reserved)
    yield _clocks(abs(at - here))


def _connections(places: int) -> Iterator[Finding]:
    """Whether the pools of one web host fit into the connections that the server gives out."""
    if settings.POOL_SIZES is None:
        yield note("Connections are not pooled: each thread of a web process keeps one.")
        return
    size = settings.POOL_SIZES["max_size"]
    processes = web_workers(Env())
    wanted = size * (processes + 1)
    said = (
        f"The pools of {processes} web processes and of the streams, {size} connections each, come"
        f" to {wanted}; the database gives out {places}"
    )
    if wanted + BESIDE_POOLS > places:
        yield warning(
            f"{said}, and workers need some as well.",
            "Lower DATABASE_POOL_MAX (4 are enough for the threads of a process), or raise"
            " max_connections.",
        )
    else:
        yield well(f"{said}.")


def _clocks(apart: timedelta) -> Finding:
    seconds = apart.total_seconds()
    if apart < APART:
        return well("The clocks of this machine and of the database agree.")
    said = f"The clocks of this machine and of the database are {seconds:.0f} s apart."
    advice = "Let both keep time by NTP (timedatectl set-ntp true), and restart nothing before."
    return fault(said, advice) if apart >= WRONG else warning(said, advice)


def _migrations() -> Iterator[Finding]:
    found = migrations()
    if found.half_way:
        yield fault(*found.half_way)
        return
    if found.unknown:
        yield fault(
            f"The database is of a newer program: {', '.join(found.unknown[:3])}.",
            "Update the program on this machine. Until then /readyz answers 503.",
        )
    if found.missing:
        yield fault(
            f"{len(found.missing)} migrations are waiting, beginning with {found.missing[0]}.",
            "Stop the site and run `manage.py migrate`; docs/operations.md, Upgrade.",
        )
        return
    if not found.unknown:
        yield well("All migrations have been made.")
    for sentence in (unguarded(), missing_triggers()):
        if sentence:
            yield fault(sentence, "Run `manage.py restore_triggers`, then `manage.py verify_log`.")
