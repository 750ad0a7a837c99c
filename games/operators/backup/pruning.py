"""Delete the backups of the timer that are old enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

NAMED_BY_TIME: Final = re.compile(r".*\d{4}-\d\d-\d\d-\d{6}\.backup")
"""The names that deploy/systemd/night-mail-backup.service gives; others are made by hand."""


def delete_old_backups(*, beside: Path, days: int, now: datetime) -> Iterator[Path]:
    """Delete the backups in the folder of a new one that are older than this; yield each.

    With 0 days all are kept. Files that were named by hand stay, and so does the new one.
    """
    if not days:
        return
    oldest = now - timedelta(days=days)
    for path in sorted(beside.parent.iterdir()):
        if path == beside or not NAMED_BY_TIME.fullmatch(path.name):
            continue
        if datetime.fromtimestamp(path.stat().st_mtime, UTC) < oldest:
            path.unlink()
            yield path
