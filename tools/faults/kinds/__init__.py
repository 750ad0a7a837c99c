"""The kinds of fault. Each is called in the middle of play, and has ended when it returns.

What it kills it starts again at once, as an init system does. It returns a word on what it hit.
"""

from __future__ import annotations

from tools.faults.kinds import clocks, disk, mail_server, processes, servers, services
from tools.faults.kinds.stage import KINDS, Stage

SQLITE_KINDS = disk.KINDS_HERE
OWN_KINDS = servers.KINDS_HERE
__all__ = ["KINDS", "Stage", "clocks", "mail_server", "processes", "services"]
