"""Mail as a channel: everybody has it, and `runner.py` writes and sends it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.notifications.channels import Channel, Export, SettingsSection, rows_of
from games.notifications.models import MAIL


class MailChannel(Channel):
    name = MAIL
    work = "mails"

    def describe(self) -> SettingsSection:
        return SettingsSection(_("What we email you about"))

    def exported(self) -> Export:
        fields = ("subject", "recipient", "status", "created_at", "sent_at")
        return {"mails": rows_of("games.Mail", *fields)}
