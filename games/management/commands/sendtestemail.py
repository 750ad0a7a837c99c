"""`manage.py sendtestemail`: as Django's; what went wrong is a sentence."""

from __future__ import annotations

import smtplib
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import sendtestemail

from games.operators.doctor.findings import reason, without_secrets


class Command(sendtestemail.Command):
    """Django's command; a mail server that does not take the mail is no traceback."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except (OSError, smtplib.SMTPException) as error:
            raise CommandError(
                without_secrets(f"The mail was not sent. {reason(error)}.")
                + " `manage.py doctor smtp` says what to do, and NIGHT_MAIL_SMTP_URL names the"
                " server."
            ) from error
