"""A mail backend that keeps mails in the database."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.notifications.mailbox.models import CaughtMail


class MailboxBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the mails; return how many there were."""
        for mail in email_messages:
            message = mail.message()
            stored = getattr(mail, "stored", None)
            CaughtMail.objects.create(
                recipients=mail.recipients(),
                subject=str(message["Subject"])[:998],
                mail=stored,
                raw=b"" if stored else message.as_bytes(),
            )
        return len(email_messages)
