"""A disk that is full."""

from __future__ import annotations

import contextlib
import resource

from tools.faults.kinds.stage import Stage, kind
from tools.faults.site import PROCESSES
from tools.site.spent import family

KINDS_HERE = ("disk-full",)
"""They need a site on SQLite."""


@kind("disk-full")
def disk_full(stage: Stage) -> str:
    """Let no file of the site's processes grow any more, as on a full disk (SQLite).

    The limit is the size that the write-ahead log has now, or less: some writes fit, or none.
    """
    wal = stage.site.folder / "site.sqlite3-wal"
    limit = wal.stat().st_size if wal.exists() else 0
    limit = int(limit * stage.dice.choice((0.0, 0.1, 1.0)))
    pids = [pid for name in PROCESSES for pid in family(stage.site.running[name].pid)]
    _limit(pids, limit)
    seconds = stage.wait(2.0, 4.0)
    _limit(pids, resource.RLIM_INFINITY)
    return f"files end at {limit} bytes for {seconds:.1f} s"


def _limit(pids: list[int], size: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
