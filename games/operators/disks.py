"""The disks of this machine that the site writes to; that of PostgreSQL may be elsewhere."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from games.clock.models import Heartbeat
from games.operators.job_runs import note_run

logger = logging.getLogger(__name__)

RATHER_FULL: Final = 0.1
"""The free part of a disk below which the doctor warns and the alarms ring."""
FULL: Final = "full disk"
"""The heartbeat of workers that find a disk rather full."""
LATELY: Final = timedelta(minutes=10)
"""Workers on several machines look in turn: what one of them saw counts for so long."""
BACKUPS: Final = Path("/var/lib/night-mail/backups")
"""Where deploy/systemd/night-mail-backup.service writes."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The free space and the size of the disk, at a folder that the site writes to; in bytes."""

    what: str
    folder: Path
    free: int
    size: int

    @property
    def free_part(self) -> float:
        """The part of the disk that is free, 0 to 1."""
        return self.free / self.size if self.size else 0.0


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


def note_full_disks(*, now: datetime) -> None:
    """Note that a disk of this machine is rather full, for the alarm."""
    full = [disk for disk in disks() if disk.free_part < RATHER_FULL]
    for disk in full:
        logger.warning(
            "%.1f of %.1f GB are free at %s (%s).",
            disk.free / 1e9, disk.size / 1e9, disk.folder, disk.what,
        )  # fmt: skip
    if full:
        note_run(job=FULL, now=now)


def full_disk_seen(*, now: datetime) -> datetime | None:
    """When a worker last saw a disk rather full, if that was lately."""
    seen = Heartbeat.objects.filter(job=FULL, at__gt=now - LATELY)
    return seen.values_list("at", flat=True).first()
