"""`manage.py restore_triggers`: restores the triggers that keep the logs append-only."""

from __future__ import annotations

from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import connection

from games.log import triggers
from games.moderation import audit_triggers as audit_guard

GUARDS: Final = {"the log of games": triggers, "the audit log": audit_guard}


class Command(BaseCommand):
    help = (
        "Puts back the triggers by which the database refuses to change the log of games and the"
        " audit log. Touches no row; may be run at any time, and again."
    )

    def handle(self, **options: Any) -> None:
        restored = [name for name, one in GUARDS.items() if one.restore(connection)]
        for name in restored:
            self.stdout.write(f"The triggers of {name} are back.")
        if restored:
            self.stdout.write("Run `manage.py verify_log` now: it finds what has changed.")
        else:
            self.stdout.write("No trigger was missing.")
