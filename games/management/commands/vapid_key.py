"""manage.py vapid_key: print a new key for push messages."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.notifications.push.encryption import new_private_key


class Command(BaseCommand):
    help = (
        "Prints a new key for push messages to browsers. Write it into NIGHT_MAIL_VAPID_KEY and"
        " keep it: with another key everybody has to switch push messages on again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(new_private_key())
