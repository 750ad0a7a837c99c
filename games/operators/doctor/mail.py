"""Outgoing mail: the server that takes it, and the DNS records of its domain."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import get_connection

from games.operators.doctor.findings import Finding, fault, note, reason, warning, well
from games.operators.doctor.records import Dns, NoDns, import_error
from games.operators.doctor.sender import dkim, dmarc, mail_exchangers, pointers, spf

LOCAL = ("localhost", "127.0.0.1", "::1")


def examine_smtp() -> Iterator[Finding]:
    """Connect and sign in to the mail server, as a worker does; no mail is sent."""
    host = getattr(settings, "EMAIL_HOST", "")
    if not settings.EMAIL_BACKEND.endswith("smtp.Backend"):
        yield note("Mails stay in the database, where /mailbox/ shows them.")
        return
    where = f"{host}:{settings.EMAIL_PORT}"
    line = get_connection()
    try:
        line.open()
    except (OSError, smtplib.SMTPException) as error:
        yield _refusal(where, error)
        return
    finally:
        line.close()
    yield well(f"The mail server {where} takes the connection.")
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    if not encrypted and host not in LOCAL:
        yield warning(
            f"Mails, and the password, go to {host} unencrypted.",
            "Write smtp+tls:// or smtps:// in NIGHT_MAIL_SMTP_URL.",
        )


def _refusal(where: str, error: Exception) -> Finding:
    """What an error of the connection to a mail server means."""
    match error:
        case smtplib.SMTPAuthenticationError():
            return fault(
                f"The mail server {where} refuses the log-in ({error.smtp_code}).",
                "Look at user and password in NIGHT_MAIL_SMTP_URL; signs such as @ are written"
                " %40.",
            )
        case smtplib.SMTPNotSupportedError() if "STARTTLS" in str(error):
            return fault(
                f"The mail server {where} offers no STARTTLS.",
                "Write smtps:// with port 465 in NIGHT_MAIL_SMTP_URL, or smtp:// for a server on"
                " this machine.",
            )
        case smtplib.SMTPNotSupportedError():
            return fault(
                f"The mail server {where} takes no log-in (AUTH) on this connection.",
                "Write smtp+tls:// (port 587) or smtps:// (465) in NIGHT_MAIL_SMTP_URL: most"
                " servers take a log-in only encrypted. Where it needs none, leave out user and"
                " password.",
            )
        case ssl.SSLError():
            return fault(
                f"No encrypted connection to the mail server {where}. {reason(error)}",
                "Write smtps:// for port 465, smtp+tls:// for 587, smtp:// for 25 on this machine.",
            )
    return fault(
        f"The mail server {where} does not answer. {reason(error)}",
        "Look at NIGHT_MAIL_SMTP_URL, and whether a firewall lets this machine out.",
    )


def examine_mail_records(
    *, nameserver: str = "", selector: str = "", addresses: list[str] | None = None
) -> Iterator[Finding]:
    """The records of sender and reply domain; without a selector the key of DKIM is not found.

    ``nameserver`` is an address, with ``:port`` if it is not 53. ``addresses`` are those from which
    mail is sent, if that is this machine.
    """
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
    if not settings.PRODUCTION and sender in ("", *LOCAL):
        yield note("The sender is on this machine, so there are no records to look for.")
        return
    if import_error:
        yield warning(
            "The records of the mail domain were not looked at.",
            "Install dnspython: pip install --requirement requirements/production.txt.",
        )
        return
    dns = Dns(nameserver)
    envelope = settings.MAIL_DOMAIN.lower()
    try:
        if settings.REPLY_BY_MAIL:
            yield from mail_exchangers(dns, envelope)
            yield from spf(dns, envelope)
        if sender != envelope or not settings.REPLY_BY_MAIL:
            yield from mail_exchangers(dns, sender)
            yield from spf(dns, sender)
        yield from dkim(dns, sender, selector)
        yield from dmarc(dns, sender, envelope if settings.REPLY_BY_MAIL else sender)
        host = getattr(settings, "EMAIL_HOST", "")
        if not addresses and host in LOCAL:
            addresses = dns.addresses(envelope)
        yield from pointers(dns, addresses or [], host)
    except NoDns as error:
        yield warning(
            f"The DNS does not answer. {error}",
            "Try again, or name a server that does: --nameserver 9.9.9.9.",
        )
