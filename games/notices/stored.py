"""A stored mail in the shape that Django's mail connections send."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage as Message
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMessage

from games.notices.models import Mail
from games.notices.return_paths import return_path


class StoredMessage(Message):
    """A parsed message that gives back the very bytes it was parsed from."""

    source = b""

    def as_bytes(self, *args: Any, **kwargs: Any) -> bytes:
        return self.source


def _sender(mail: Mail) -> str:
    """The sender of the envelope, which is where the mail comes back to; not the header From."""
    return return_path(mail) if settings.REPLY_BY_MAIL else settings.DEFAULT_FROM_EMAIL


class StoredMail(EmailMessage):
    """Sends the bytes of a :class:`Mail` unchanged: a second try must be the same mail."""

    def __init__(self, mail: Mail) -> None:
        super().__init__(subject=mail.subject, from_email=_sender(mail), to=[mail.recipient])
        self.source = bytes(mail.source)

    def message(self, **options: Any) -> Any:
        parsed = cast(
            StoredMessage,
            email.message_from_bytes(self.source, _class=StoredMessage, policy=email.policy.SMTP),
        )
        parsed.source = self.source
        return parsed
