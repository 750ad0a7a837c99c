"""The SMTP backend: Django's connection, with a time limit for each mail as a whole.

Timeouts of a socket restart at each byte: a server that says one letter every ten seconds would
hold a sender for ever. Here opening a connection and handing over a mail have a limit as a whole.
"""

from __future__ import annotations

import functools
import smtplib
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from email.utils import make_msgid
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp

CONNECT: Final = 5.0
"""Seconds until the server must have taken the connection."""
SILENCE: Final = 20
"""Seconds for each answer, where EMAIL_TIMEOUT says nothing else."""
WHOLE: Final = 30.0
"""Seconds for opening a connection, and again for each mail."""

CLOSE: Final = 5.0
"""Seconds for closing a connection."""


class Backend(smtp.EmailBackend):
    """Django's connection, cut when it takes too long.

    As each mail has a connection of its own time, ``lanes`` of them may be open side by side: one
    recipient whose server does not answer holds up one lane.
    """

    lanes = 4

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.timeout = SILENCE if self.timeout is None else self.timeout
        self._line: smtplib.SMTP | None = None

    @property
    def connection_class(self) -> Any:
        kind = _SecureLine if self.use_ssl else _Line
        return functools.partial(kind, keep=self._keep)

    def open(self) -> bool | None:
        if self.connection:
            return False
        with self._limited(WHOLE) as cut:
            opened = super().open()
            if cut.is_set():
                # The part of a greeting that was read until then may have looked like a whole one.
                raise smtplib.SMTPServerDisconnected("cut")
            return opened

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        letters = [
            _Letter(mail, source) if (source := getattr(mail, "source", b"")) else _named(mail)
            for mail in email_messages
        ]
        with self._limited(WHOLE):
            return super().send_messages(letters)

    def close(self) -> None:
        with self._limited(CLOSE):
            super().close()

    def _keep(self, line: smtplib.SMTP) -> None:
        self._line = line

    @contextmanager
    def _limited(self, seconds: float) -> Iterator[threading.Event]:
        """Cut the connection when all that is done inside takes too long.

        :raises TimeoutError: then, whatever the cut line has made of it.
        """
        cut = threading.Event()
        watch = threading.Timer(seconds, self._cut, (cut,))
        watch.daemon = True
        watch.start()
        try:
            yield cut
        except (OSError, smtplib.SMTPException) as error:
            if cut.is_set():
                raise TimeoutError(f"no end after {seconds:g} seconds") from error
            raise
        finally:
            watch.cancel()

    def _cut(self, cut: threading.Event) -> None:
        cut.set()
        # Looked up now: STARTTLS puts another socket in the place of the first.
        sock = self._line.sock if self._line else None
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


class _Letter(EmailMessage):
    """A stored mail (:class:`games.notifications.mail.sending.StoredMail`) as its bytes alone.

    Other backends read its headers. For this one parsing it, picture included, would be wasted.
    """

    def __init__(self, mail: EmailMessage, source: bytes) -> None:
        super().__init__(from_email=mail.from_email, to=mail.to)
        self._source = source

    def message(self, **options: Any) -> Any:
        return self

    def as_bytes(self, **options: Any) -> bytes:
        return self._source


def _named(mail: EmailMessage) -> EmailMessage:
    """The mail, with a Message-ID of the mail domain, not of this machine, if it has none."""
    if not any(header.lower() == "message-id" for header in mail.extra_headers):
        mail.extra_headers["Message-ID"] = make_msgid(domain=settings.MAIL_DOMAIN)
    return mail


class _Line(smtplib.SMTP):
    """A connection that is passed to ``keep`` before it connects, for which it has less time."""

    def __init__(self, *args: Any, keep: Callable[[smtplib.SMTP], None], **options: Any) -> None:
        keep(self)
        super().__init__(*args, **options)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        sock: socket.socket = super()._get_socket(host, port, min(timeout, CONNECT))  # type: ignore[misc]
        sock.settimeout(timeout)
        return sock


class _SecureLine(_Line, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""
