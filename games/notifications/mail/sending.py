"""Send stored mails over several connections at once, so that one that hangs holds up no other.

Only the talk with the server is done beside the others. The outcome of a mail is recorded by the
caller, on its own connection to the database.
"""

from __future__ import annotations

import email
import email.policy
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage as Message
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, Self, cast

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import InterfaceError, OperationalError, connection

from games.common import log_context
from games.notifications.leases import KeepAlive, stay_alive
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
ENOUGH_HUNG: Final = 4
"""Mails in a row over which the server fell silent: it is away."""
NEXT_MAIL_AFTER: Final = 1.0
"""Seconds after which the next mail does not wait any longer for the one before."""
WAITS: Final = (0.5, 2.0, 5.0)
"""Seconds between the attempts to write down what came of a mail."""

AnyMail = Mail | AccountMail
Result = tuple[AnyMail, Rejection | None]


def send_all(
    *,
    take: Callable[[datetime], AnyMail | None],
    settle: Callable[[AnyMail, Rejection | None, datetime], None],
    now: datetime,
    alive: KeepAlive = stay_alive,
) -> bool:
    """Send what ``take`` gives until there is no more; return whether server or database went away.

    ``settle`` writes down what came of each. No mail is begun once ``alive`` says that the time of
    the run is over.
    """
    began = time.monotonic()
    hung, away = 0, False
    with Connections() as lanes:
        while True:
            moment = now + timedelta(seconds=int(time.monotonic() - began))
            mail = None
            if alive() and not away and not lanes.full:
                try:
                    mail = take(moment)
                except (OperationalError, InterfaceError):
                    if connection.in_atomic_block:
                        raise
                    # Mails on their way are settled first; the next run goes on.
                    logger.exception("The database is away: no more mail is taken up.")
                    away = True
            if mail is not None:
                lanes.send(mail)
            elif not lanes.busy:
                return away
            for done, rejection in lanes.results(patience=0 if mail else PATIENCE):
                _retry_while_database_is_away(partial(settle, done, rejection, moment))
                # A recipient who hangs is one; a whole row of them is the server.
                hung = hung + 1 if rejection and rejection.hangs else 0
                away = away or hung >= ENOUGH_HUNG or bool(rejection and rejection.server_is_away)


def _retry_while_database_is_away(write: Callable[[], None]) -> None:
    """Call ``write``, and try again while the database is away for a moment.

    A mail that was taken and is not marked would be sent once more.
    """
    for wait_ in WAITS:
        try:
            return write()
        except (OperationalError, InterfaceError):
            if connection.in_atomic_block:
                raise
            logger.exception("What came of a mail could not be written down; trying again.")
            connection.close_if_unusable_or_obsolete()
            time.sleep(wait_)
    return write()


@dataclass(slots=True)
class RunCounts:
    """Counts of one run: mails written, mails that the server took, mails that it did not.

    ``away`` says that the mail server, or the database, could not be reached in the end; ``full``
    that it wrote or sent as many as one run may.
    """

    written: int = 0
    sent: int = 0
    unsent: int = 0
    away: bool = False
    full: bool = False


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
        self._threads = ThreadPoolExecutor(self.count) if self.count > 1 else None
        self._flying: set[Future[Result]] = set()
        self._landed: list[Result] = []
        self._last = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._threads:
            self._threads.shutdown()
        while not self._free.empty():
            _close(self._free.get())

    @property
    def busy(self) -> int:
        """The number of mails that are on their way, or back and not settled."""
        return len(self._flying) + len(self._landed)

    @property
    def full(self) -> bool:
        """Whether no mail is to be begun now."""
        hurry = time.monotonic() - self._last > NEXT_MAIL_AFTER
        return self.busy >= self.count or (self.busy > 0 and not hurry)

    def send(self, mail: AnyMail) -> None:
        """Send a mail; what comes of it is among the results."""
        letter, self._last = StoredMail(mail), time.monotonic()
        if self._threads is None:
            self._landed.append(self._send(mail, letter))
        else:
            self._flying.add(self._threads.submit(copy_context().run, self._send, mail, letter))

    def results(self, *, patience: float) -> Iterator[Result]:
        """Iterate over the outcomes of mails; wait at most this many seconds for the first."""
        if self._flying and not self._landed:
            done, self._flying = wait(self._flying, patience, FIRST_COMPLETED)
            self._landed += [future.result() for future in done]
        while self._landed:
            yield self._landed.pop()

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
