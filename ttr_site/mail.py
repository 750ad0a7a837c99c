"""Outgoing mail: the only place that configures it.

`NIGHT_MAIL_SMTP_URL` is `smtp://user:password@host:port`, `smtp+tls://` for STARTTLS or `smtps://`
for TLS from the first byte. Without it, mail of a development site stays in the database, where
`/mailbox/` shows it.
"""

from __future__ import annotations

from email.utils import parseaddr, quote
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

from ttr_site.env import split_url

# Names of this machine, and those that no domain may have (RFC 6761).
NOWHERE = ("localhost", "localdomain", "local", "invalid")
DEVELOPMENT_BACKEND = "games.notifications.mailbox.backend.MailboxBackend"
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_settings(smtp_url: str, *, production: bool) -> dict[str, Any]:
    """The `EMAIL_*` settings."""
    if not smtp_url:
        if production:
            raise ImproperlyConfigured(
                "NIGHT_MAIL_SMTP_URL is missing: people could neither log in nor hear of their"
                " turns. Write smtp+tls://user:password@host:587."
            )
        return {"EMAIL_BACKEND": DEVELOPMENT_BACKEND}
    example = "smtp+tls://user:password@host:587, with %40 for an @ in the password"
    parts = split_url("NIGHT_MAIL_SMTP_URL", smtp_url, schemes=PORTS, example=example)
    if not parts.hostname:
        raise ImproperlyConfigured(f"NIGHT_MAIL_SMTP_URL names no host: write {example}.")
    return {
        "EMAIL_BACKEND": "games.notifications.mail.smtp.Backend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 20,
    }


def sender_of_invitations(sender: str) -> str:
    """The sender of invitations to people without an account, beside that of all other mails.

    >>> sender_of_invitations("Night Mail <post@example.org>")
    '"Night Mail" <invitations@example.org>'
    """
    name, address = parseaddr(sender)
    own = f"invitations@{address.rpartition('@')[2]}"
    return f'"{quote(name)}" <{own}>' if name else own


def check_sender(sender: str, variable: str = "NIGHT_MAIL_FROM") -> None:
    """Refuse a sender that no mail server would accept, or that nobody could answer.

    :raises ImproperlyConfigured: says what to write instead.
    """
    _name, address = parseaddr(sender)
    _local, _at, domain = address.rpartition("@")
    try:
        validate_email(address)
        is_real = domain.lower().rpartition(".")[2] not in NOWHERE
    except ValidationError:
        is_real = False
    if not is_real:
        raise ImproperlyConfigured(
            f"{variable} is {sender!r}: write the sender of these mails with an address in a"
            " domain of yours, such as: Night Mail <post@your-domain>"
        )
