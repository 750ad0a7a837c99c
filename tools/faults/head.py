"""The first line of a run in its file of results: what ran, on what, and how busy it was there."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
from datetime import UTC, datetime
from typing import Any

import redis
from django.db import connection

from tools.faults.site import Site
from tools.site.processes import ROOT

OPTIONS = ("rounds", "seed", "first", "only", "refusal", "minutes", "own_servers", "sqlite")


def head_line(chosen: argparse.Namespace, site: Site) -> dict[str, Any]:
    """What is said of a run under ``run``, by which it differs from a round."""
    return {
        "run": {
            "began": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": _commit(),
            "engine": site.environment["NIGHT_MAIL_ENGINE"],
            "python": platform.python_version(),
            **_versions(site),
            "cores": os.cpu_count(),
            "load": [round(load, 2) for load in os.getloadavg()],
            "options": {name: getattr(chosen, name) for name in OPTIONS},
        }
    }


def _versions(site: Site) -> dict[str, str]:
    """The versions of the servers that the site uses."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SHOW server_version")
        else:
            cursor.execute("SELECT sqlite_version()")
        (version,) = cursor.fetchone()
    with redis.Redis.from_url(site.broker) as line:
        return {connection.vendor: version, "redis": line.info("server")["redis_version"]}


def _commit() -> str:
    """The commit of this checkout, with a word where files differ from it; "" without Git."""
    git = ["git", "--no-optional-locks", "-C", str(ROOT)]
    try:
        commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, check=True)
        changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit.stdout.decode().strip() + (" and changes" if changed.stdout.strip() else "")
