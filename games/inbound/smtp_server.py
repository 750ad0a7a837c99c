"""The mail gate: mail over SMTP or LMTP from the mail server in front.

Too many connections are refused before they say a word and too many messages at MAIL, unknown
recipients at RCPT and large messages at SIZE, so that the server in front keeps
its own senders informed and this one never writes a bounce.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils.timezone import now

from games.common.rates import seconds_to_wait
from games.inbound.models import InboundOutcome
from games.inbound.receiving import MAX_BYTES, find_address, receive
from games.inbound.smtp_limits import GuardedLMTP, GuardedSMTP, Places, peer_of

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

MAX_RECIPIENTS = 5
OK = "250 OK"
UNKNOWN = "550 5.1.1 Nobody reads mail at this address"
TOO_MANY = "452 4.5.3 Too many recipients"
BUSY = "451 4.7.1 Too many messages; please try again later"
TRY_LATER = "451 4.3.0 Not now; please try again later"


class MailHandler:
    """The handler of aiosmtpd."""

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        network = peer_of(session.peer)
        if network and await _ask(partial(seconds_to_wait, endpoint="smtp", who=network)) > 0:
            return BUSY
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return OK

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return TOO_MANY
        try:
            answer = await _ask(partial(_answer_to_recipient, address))
        except Exception:
            logger.exception("A recipient could not be looked up.")
            return TRY_LATER
        if answer == OK:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        # A delivered message begins with the sender of its envelope (RFC 5321, section 4.4).
        raw = f"Return-Path: <{_in_one_line(envelope.mail_from)}>\r\n".encode() + raw
        answers = [await _take(raw, recipient) for recipient in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            # One answer a recipient (RFC 2033, section 4.2).
            return "\r\n".join(answers)
        # Those that were taken in are known as copies when they come again.
        return TRY_LATER if TRY_LATER in answers else OK

    async def handle_exception(self, error: Exception) -> str:
        """Answer a fault in a command, and tell the other side nothing of it."""
        logger.error("A command of a mail server failed.", exc_info=error)
        return TRY_LATER


def _answer_to_recipient(recipient: str) -> str:
    address = find_address(recipient)
    if address is None:
        return UNKNOWN
    return BUSY if address.is_waiting(now()) else OK


async def _take(raw: bytes, recipient: str) -> str:
    try:
        outcome = await _ask(partial(receive, raw=raw, recipient=recipient, now=now()))
    except Exception:
        # The traceback shows lines of this program and nothing of the message.
        logger.exception("A message of %d bytes could not be taken in.", len(raw))
        return TRY_LATER
    return TRY_LATER if outcome.outcome == InboundOutcome.FAILED else OK


def listen(*, host: str, port: int, lmtp: bool) -> Controller:
    """A server that has begun to listen; its ``stop`` ends it.

    :raises OSError: if the port cannot be used.
    """
    controller = _Controller(MailHandler(), lmtp=lmtp, hostname=host, port=port)
    try:
        controller.start()
    except OSError:
        # The library leaves it open, and would report its end after our own words.
        controller.loop.close()
        raise
    return controller


class _Controller(Controller):
    def __init__(self, handler: MailHandler, *, lmtp: bool, hostname: str, port: int) -> None:
        self.lmtp = lmtp
        self.places = Places(settings.SMTP_CONNECTIONS)
        super().__init__(
            handler, hostname=hostname, port=port, data_size_limit=MAX_BYTES, ready_timeout=10
        )

    def factory(self) -> SMTP:
        kind = GuardedLMTP if self.lmtp else GuardedSMTP
        return kind(
            self.handler,
            places=self.places,
            **self.SMTP_kwargs,
            timeout=120,
            ident="Night Mail",
        )


async def _ask(service: Callable[[], Result]) -> Result:
    """Call a service in the thread that may use the database."""
    return await sync_to_async(_with_a_fresh_connection)(service)


def _with_a_fresh_connection(service: Callable[[], Result]) -> Result:
    # No request ends in this thread that would close it, and the next message may be days away.
    try:
        return service()
    finally:
        connections.close_all()


def _in_one_line(sender: str | None) -> str:
    return "".join(sign for sign in sender or "" if sign.isprintable() and sign not in "<>")
