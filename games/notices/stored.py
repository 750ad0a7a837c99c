"""A stored mail in the shape that Django's mail connections send."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage as Message
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMessage

from games.notices.models import AccountMail, Mail
from games.notices.return_paths import return_path


class StoredMessage(Message):
    """A parsed message that gives back the very bytes it was parsed from."""

    source = b""

    def as_bytes(self, *args: Any, **kwargs: Any) -> bytes:
        return self.source


def _sender(mail: Mail | AccountMail) -> str:
    """The sender of the envelope, which is where the mail comes back to; not the header From."""
    if isinstance(mail, Mail) and settings.REPLY_BY_MAIL:
        return return_path(mail)
    return settings.DEFAULT_FROM_EMAIL


class StoredMail(EmailMessage):
    """Sends the bytes of a stored mail unchanged: a second try must be the same mail."""

    def __init__(self, mail: Mail | AccountMail) -> None:
        super().__init__(from_email=_sender(mail), to=[mail.recipient])
        self.source = bytes(mail.source)
        # Mails of accounts are erased when they are sent: nobody may count on that row.
        self.stored = mail if isinstance(mail, Mail) else None

    def message(self, **options: Any) -> Any:
        parsed = cast(
            StoredMessage,
            email.message_from_bytes(self.source, _class=StoredMessage, policy=email.policy.SMTP),
        )
        parsed.source = self.source
        return parsed
