"""The disks of this machine that the site writes to; that of PostgreSQL may be elsewhere."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

BACKUPS: Final = Path("/var/lib/night-mail/backups")
"""Where deploy/systemd/night-mail-backup.service writes."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The free space and the size of the disk, at a folder that the site writes to; in bytes."""

    what: str
    folder: Path
    free: int
    size: int


def disks() -> Iterator[Disk]:
    """The folders that this process can see; one that is missing is left out."""
    folders = {"backups": BACKUPS, "temporary": Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite":
        folders["database"] = Path(connection.settings_dict["NAME"]).parent
    if settings.METRICS_DIR is not None:
        folders["metrics"] = settings.METRICS_DIR
    for what, folder in sorted(folders.items()):
        try:
            usage = shutil.disk_usage(folder)
        except OSError:
            continue
        yield Disk(what, folder, usage.free, usage.total)
