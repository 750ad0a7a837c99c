"""Mail as a channel: everybody has it, and `runner.py` writes and sends it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.notifications.channels import Channel, Export, SettingsSection
from games.notifications.models import MAIL, Mail


class MailChannel(Channel):
    name = MAIL
    work = "mails"

    def describe(self) -> SettingsSection:
        return SettingsSection(_("What we email you about"))

    def exported(self) -> Export:
        fields = ("subject", "recipient", "status", "created_at", "sent_at")
        return {"mails": (lambda person: Mail.objects.filter(person=person), fields)}
