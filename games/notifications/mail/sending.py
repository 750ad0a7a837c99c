"""Connections to the mail server: several at once, so that one that hangs holds up no other.

Only the talk with the server is done beside the others. The outcome of a mail is recorded by the
caller (delivery.py), on its own connection to the database.
"""

from __future__ import annotations

import email
import email.policy
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from contextvars import copy_context
from email.message import EmailMessage as Message
from queue import SimpleQueue
from typing import Any, Final, Self, cast

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games.common import log_context
from games.notifications.mail.rejections import Rejection, read_rejection
from games.notifications.mail.return_addresses import return_path
from games.notifications.models import AccountMail, Mail

logger = logging.getLogger(__name__)


class StoredMessage(Message):
    """A parsed message that gives back the very bytes it was parsed from."""

    source = b""

    def as_bytes(self, *args: Any, **kwargs: Any) -> bytes:
        return self.source


def _sender(mail: Mail | AccountMail) -> str:
    """The sender of the envelope, which is where the mail comes back to; not the header From."""
    if not settings.REPLY_BY_MAIL:
        return settings.DEFAULT_FROM_EMAIL
    own = mail.return_path if isinstance(mail, AccountMail) else ""
    return own or return_path(mail)


class StoredMail(EmailMessage):
    """A mail as Django's backends take it, of stored bytes: a second try is the same mail."""

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


PATIENCE: Final = 1.0
"""Seconds to wait for the server before looking up."""
NEXT_MAIL_AFTER: Final = 1.0
"""Seconds after which the next mail does not wait any longer for the one before."""

AnyMail = Mail | AccountMail
Result = tuple[AnyMail, Rejection | None]


class ThisThread(Executor):
    """Sends mails at once, one after the other, on the caller's connection to the database."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


class Connections:
    """As many connections as the mail backend allows side by side (``lanes``), else one.

    Another is used only while a mail takes long: as a rule there is one mail on its way, and so one
    at most that comes twice where a sender is killed. With one lane, mails are sent by the caller's
    own thread.
    """

    def __init__(self) -> None:
        first = get_connection(fail_silently=False)
        self.count = int(getattr(first, "lanes", 1))
        self._free: SimpleQueue[BaseEmailBackend] = SimpleQueue()
        self._free.put(first)
        for _ in range(self.count - 1):
            self._free.put(get_connection(fail_silently=False))
        self._threads = ThreadPoolExecutor(self.count) if self.count > 1 else ThisThread()
        self._flying: set[Future[Result]] = set()
        self._last = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._threads.shutdown()
        while not self._free.empty():
            _close(self._free.get())

    @property
    def busy(self) -> int:
        """The number of mails whose outcome nobody has asked for."""
        return len(self._flying)

    @property
    def full(self) -> bool:
        """Whether no mail is to be begun now."""
        hurry = time.monotonic() - self._last > NEXT_MAIL_AFTER
        return self.busy >= self.count or (self.busy > 0 and not hurry)

    def send(self, mail: AnyMail) -> None:
        """Send a mail; what comes of it is among the results."""
        letter, self._last = StoredMail(mail), time.monotonic()
        self._flying.add(self._threads.submit(copy_context().run, self._send, mail, letter))

    def results(self, *, waits: bool) -> Iterator[Result]:
        """Iterate over the outcomes of mails; ``waits`` for the first, but not for long."""
        patience = PATIENCE if waits else 0
        done, self._flying = wait(self._flying, patience, FIRST_COMPLETED)
        for future in done:
            yield future.result()

    def _send(self, mail: AnyMail, letter: StoredMail) -> Result:
        line = self._free.get()
        try:
            return mail, _hand_over(mail, letter, line)
        finally:
            self._free.put(line)


def _hand_over(mail: AnyMail, letter: StoredMail, line: BaseEmailBackend) -> Rejection | None:
    open_ = False
    with log_context.scope(game=mail.game_id if isinstance(mail, Mail) else None):
        try:
            line.open()
            open_ = True
            line.send_messages([letter])
        except Exception as error:
            logger.exception("Mail %s was not taken.", mail.message_id)
            _close(line)
            return read_rejection(error, open_=open_)
    return None


def _close(line: BaseEmailBackend) -> None:
    with suppress(OSError):  # smtplib's errors are among them: the connection was gone already
        line.close()
