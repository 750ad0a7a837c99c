"""Backups: one file of a running site's database with the facts to check a restored one by.

Decision 172 says why.
"""

from __future__ import annotations

from games.operators.backup.making import make_backup
from games.operators.backup.restoring import restore_backup

__all__ = ["make_backup", "restore_backup"]
