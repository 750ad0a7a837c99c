"""The kinds of fault. Each is called in the middle of play, and has ended when it returns.

What it kills it starts again at once, as an init system does. It returns a word on what it hit.
"""

from __future__ import annotations

from tools.faults.kinds import processes, servers, services
from tools.faults.kinds.stage import KINDS, Stage

SQLITE_KINDS = processes.SQLITE_KINDS
OWN_KINDS = servers.KINDS_HERE
__all__ = ["KINDS", "Stage", "processes", "servers", "services"]
