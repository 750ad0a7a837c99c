"""Receive mail, whichever way it came.

It is judged in this order: whom it is for, how many have come, who wrote it, how much it is, and
whether it came before. Only then is it read for what it says. Every message leaves a line in the
delivery log.

What differs from one kind of address to the other is in the class of each, an ``Address``.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from games.common import log_context
from games.inbound.addresses import Address, Letter, NotActedOn, Received
from games.inbound.body import text_of
from games.inbound.game_replies import find_game_address
from games.inbound.headers import new_key, read_headers
from games.inbound.invitations import find_invitation_address
from games.inbound.machine_mail import find_machine_address
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.operators_mail import find_operators_address
from games.inbound.parsing import TooManyParts
from games.inbound.reply import as_read_by
from games.inbound.season_replies import find_season_address

logger = logging.getLogger(__name__)

MAX_BYTES = 256 * 1024
"""Bytes. A turn mail quoted with its picture has about half of that."""


def find_address(recipient: str) -> Address | None:
    """Find the address of ours, in use or once in use, that mail was sent to; None for others."""
    local, _at, domain = recipient.strip().strip("<>").lower().rpartition("@")
    local = local if domain == settings.MAIL_DOMAIN.lower() else ""
    return (
        find_machine_address(local)
        or find_operators_address(recipient)
        or find_game_address(local)
        or find_invitation_address(local)
        or find_season_address(local)
    )


def is_ours(recipient: str) -> bool:
    """Whether mail to this address means anything here."""
    return find_address(recipient) is not None


def is_waiting(*, recipient: str, now: datetime) -> bool:
    """Whether an address takes no more within this hour, and what is sent there should wait."""
    address = find_address(recipient)
    return address is not None and address.is_waiting(now)


def receive(*, raw: bytes, recipient: str, now: datetime) -> Received:
    """Take in a message (RFC 5322) that was sent to an address of ours.

    Nothing that can stand in a message makes it raise; what it gets wrong by itself is logged, and
    comes out as ``FAILED``: then the message may be delivered again.
    """
    line = InboundMail(at=now, size=len(raw))
    # A message that came by SMTP is a request of its own.
    with log_context.scope(request=log_context.current().request or log_context.request_id()):
        try:
            return _receive(raw, recipient, line)
        except Exception:
            # The traceback shows lines of this program and nothing of the message.
            logger.exception("A message of %d bytes could not be taken in.", len(raw))
        line.pk, line.key = None, None
        try:
            return _log(line, Received(InboundOutcome.FAILED))
        except Exception:
            logger.exception("That could not be written down, either.")
        return Received(InboundOutcome.FAILED)


def _receive(raw: bytes, recipient: str, line: InboundMail) -> Received:
    address = find_address(recipient)
    if address is None:
        return _log(line, Received(InboundOutcome.UNKNOWN))
    address.describe(line)
    if address.is_full(line.at):
        return _log(line, Received(InboundOutcome.LIMITED))
    if (report := address.take_report(raw, line)) is not None:
        return _log(line, report)
    try:
        return _act(address, _open(raw, address, line))
    except NotActedOn as end:
        line.key = None
        with transaction.atomic():
            if end.answer is not None:
                end.answer()
            return _log(line, end.received)


def _open(raw: bytes, address: Address, line: InboundMail) -> Letter:
    """Open a message that its writer may have sent to this address, and that is no copy.

    :raises NotActedOn: for any other.
    """
    headers = read_headers(raw)
    if address.logs_sender and headers.sender:
        line.sender = hashlib.sha256(headers.sender.encode()).hexdigest()
    if headers.automatic:
        raise NotActedOn(InboundOutcome.AUTOMATIC, headers.automatic)
    address.check_writer(headers, line)
    text = _text(raw)
    key = new_key(raw, headers=headers, local_part=address.name, text=text, now=line.at)
    if not key:
        raise NotActedOn(InboundOutcome.DUPLICATE)
    return Letter(raw, headers, text, key, line)


def _text(raw: bytes) -> str | None:
    """The text of a message; None where it is too much to be read."""
    if len(raw) > MAX_BYTES:
        return None
    try:
        return text_of(raw)
    except TooManyParts:
        return None


def _act(address: Address, letter: Letter) -> Received:
    """Do what a message asks and answer it, with the line that makes a copy a duplicate."""
    line = letter.line
    with as_read_by(address.person):
        finish = address.begin(letter)
        line.key = letter.key
        try:
            with transaction.atomic():
                return _log(line, finish())
        except IntegrityError:
            # A copy was quicker by a moment, and has been acted on.
            line.pk, line.key = None, None
            return _log(line, Received(InboundOutcome.DUPLICATE))


def _log(line: InboundMail, received: Received) -> Received:
    line.outcome, line.detail = received.outcome, received.detail
    line.save(force_insert=True)
    return received
