"""Receive mail, whichever way it came.

It is judged in this order: whom it is for, how many have come, who wrote it, how much it is, and
whether it came before. Only then is it read for what it says. Every message leaves a line in the
delivery log.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common import log_context
from games.common.errors import Refused
from games.common.jobs import ask_on_commit
from games.inbound import limits, season_replies
from games.inbound.answers import (
    Answer,
    InboundResult,
    say_by_mail,
    write_move_answer,
    write_talk_answer,
)
from games.inbound.body import text_of
from games.inbound.headers import SUPPRESS, Headers, new_key, read_headers
from games.inbound.invitations import (
    FORGED_DETAIL,
    PER_INVITATION,
    answer_other_address,
    answer_reply,
    door_of,
    is_answer,
    is_from_invited,
    take_bounce,
)
from games.inbound.machine_mail import (
    COMPLAINTS,
    UNSUBSCRIBE,
    handle_complaint,
    handle_return,
    unsubscribe_by_mail,
)
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.operators_mail import COUNTED_AS, take_message
from games.inbound.parsing import TooManyParts
from games.inbound.quotes import lines_above_quote
from games.inbound.table_talk import play_and_say
from games.leagues.mail_addresses import find_by_local_part as find_season
from games.leagues.mail_addresses import is_to_leave
from games.leagues.models import Season
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.tokens import BOUNCE, find_by_local_part
from games.moderation.roles import seasons_visible_to
from games.notifications.mail.return_addresses import (
    find_reply_address,
    is_operators_address,
    mail_of_return_path,
)
from games.notifications.models import AccountMail, Mail, ReplyAddress
from games.notifications.outbox import SEND_TASK
from games.people.models import Person

logger = logging.getLogger(__name__)

MAX_BYTES = 256 * 1024
"""Bytes. A turn mail quoted with its picture has about half of that."""
MACHINE_ADDRESSES: Final = {COMPLAINTS: limits.COMPLAINTS, UNSUBSCRIBE: limits.UNSUBSCRIBES}
"""The addresses that programs write to, and how many messages an hour are read there."""


@dataclass(frozen=True, slots=True)
class Received:
    """The outcome of a message; ``answered`` says whether a mail was written in answer."""

    outcome: InboundOutcome
    detail: str = ""
    answered: bool = False


def is_ours(recipient: str) -> bool:
    """Whether mail to this address means anything here: an address in use, or once in use."""
    local = _local_part(recipient)
    if local in MACHINE_ADDRESSES or is_operators_address(recipient):
        return True
    if not local:
        return False
    finders = (mail_of_return_path, find_reply_address, find_by_local_part, find_season)
    return any(find(local) is not None for find in finders)


def is_waiting(*, recipient: str, now: datetime) -> bool:
    """Whether an address takes no more within this hour, and what is sent there should wait."""
    local = _local_part(recipient)
    if local in MACHINE_ADDRESSES:
        return limits.is_full(door=local, most=MACHINE_ADDRESSES[local], now=now)
    return is_operators_address(recipient) and _operators_have_enough(now)


def receive(*, raw: bytes, recipient: str, now: datetime) -> Received:
    """Take in a message (RFC 5322) that was sent to an address of ours.

    Nothing that can stand in a message makes it raise; what it gets wrong by itself is logged, and
    comes out as ``FAILED``: then the message may be delivered again.
    """
    line = InboundMail(at=now, size=len(raw))
    # A message that came by SMTP is a request of its own.
    with log_context.scope(request=log_context.current().request or log_context.request_id()):
        try:
            return _receive(raw, recipient, line, now)
        except Exception:
            # The traceback shows lines of this program and nothing of the message.
            logger.exception("A message of %d bytes could not be taken in.", len(raw))
        line.pk, line.key = None, None
        try:
            return _log(line, InboundOutcome.FAILED)
        except Exception:
            logger.exception("That could not be written down, either.")
        return Received(InboundOutcome.FAILED)


def _receive(raw: bytes, recipient: str, line: InboundMail, now: datetime) -> Received:
    local = _local_part(recipient)
    returned = mail_of_return_path(local)
    if returned is not None or local in MACHINE_ADDRESSES:
        return _receive_machine_mail(raw, local, returned, line, now)
    if is_operators_address(recipient):
        return _receive_for_operators(raw, recipient, line, now)
    address = find_reply_address(local) if local else None
    if address is None:
        found = find_by_local_part(local)
        if found is not None:
            return _receive_about_invitation(raw, local, *found, line, now)
        if (about := find_season(local)) is not None:
            return _receive_about_season(raw, local, *about, line, now)
        return _log(line, InboundOutcome.UNKNOWN)
    line.address, line.game = address, address.seat.game
    if limits.is_exceeded(address=address, now=now):
        return _log(line, InboundOutcome.LIMITED)
    headers = read_headers(raw)
    line.sender = hashlib.sha256(headers.sender.encode()).hexdigest() if headers.sender else ""
    if headers.automatic:
        return _log(line, InboundOutcome.AUTOMATIC, headers.automatic)
    if not _is_from(headers.sender, address.person):
        return _log(line, InboundOutcome.FORGED)
    line.person = address.person
    if address.seat.person_id != address.person_id:
        return _log(line, InboundOutcome.STALE, "the seat is somebody else's")
    text = _text(raw)
    key = new_key(raw, headers=headers, local_part=local, text=text, now=now)
    if not key:
        return _log(line, InboundOutcome.DUPLICATE)
    if address.decision is None:
        return _say(text, headers, address, key, line)
    return _answer(text, headers, address, address.decision, key, line)


def _receive_machine_mail(
    raw: bytes, local: str, mail: Mail | AccountMail | None, line: InboundMail, now: datetime
) -> Received:
    """Take in a message of a program: a complaint, a bounce, a request to unsubscribe."""
    line.door = limits.door_of(mail) if mail else local
    if limits.is_full(door=line.door, most=MACHINE_ADDRESSES.get(local, limits.PER_MAIL), now=now):
        return _log(line, InboundOutcome.LIMITED)
    if local == UNSUBSCRIBE:
        handled = unsubscribe_by_mail(raw=raw, line=line)
    elif mail is not None:
        handled = handle_return(raw=raw, mail=mail, line=line, now=now)
    else:
        handled = handle_complaint(raw=raw, line=line, now=now)
    return _log(line, *handled)


def _receive_for_operators(
    raw: bytes, recipient: str, line: InboundMail, now: datetime
) -> Received:
    """Take in what a person writes to the operators."""
    line.door = COUNTED_AS
    if _operators_have_enough(now):
        return _log(line, InboundOutcome.LIMITED)
    try:
        with transaction.atomic():
            taken = take_message(raw=raw, text=_text(raw), recipient=recipient, line=line, now=now)
            return _log(line, *taken)
    except IntegrityError:
        return _duplicate(line)


def _operators_have_enough(now: datetime) -> bool:
    return limits.is_full(door=COUNTED_AS, most=limits.TO_OPERATORS, now=now)


def _receive_about_invitation(
    raw: bytes, local: str, kind: str, invitation: EmailInvitation, line: InboundMail, now: datetime
) -> Received:
    """Take in a reply to an invitation, or a report that it came back.

    No hash of the sender is kept: the address may be one that is to be erased.
    """
    line.door, line.game = door_of(invitation), invitation.game
    if limits.is_full(door=line.door, most=PER_INVITATION, now=now):
        return _log(line, InboundOutcome.LIMITED)
    if kind == BOUNCE:
        return _log(line, *take_bounce(raw=raw, invitation=invitation, now=now))
    headers = read_headers(raw)
    if headers.automatic:
        return _log(line, InboundOutcome.AUTOMATIC, headers.automatic)
    if not is_from_invited(headers.sender, invitation):
        if headers.may_be_automatic:
            return _log(line, InboundOutcome.AUTOMATIC, SUPPRESS)
        with transaction.atomic():
            outcome = answer_other_address(
                invitation=invitation, headers=headers, line=line, now=now
            )
            return _log(line, outcome, FORGED_DETAIL)
    text = _text(raw)
    key = new_key(raw, headers=headers, local_part=local, text=text, now=now)
    if not key:
        return _log(line, InboundOutcome.DUPLICATE)
    if headers.may_be_automatic and not is_answer(text):
        return _log(line, InboundOutcome.AUTOMATIC, SUPPRESS)
    work = partial(answer_reply, invitation=invitation, headers=headers, text=text, now=now)
    return _answer_once(work, key, line)


def _receive_about_season(
    raw: bytes, local: str, season: Season, person: Person, line: InboundMail, now: datetime
) -> Received:
    """Take in a reply to a mail about a season."""
    line.door = season_replies.door_of(season, person)
    if limits.is_full(door=line.door, most=season_replies.PER_PERSON, now=now):
        return _log(line, InboundOutcome.LIMITED)
    headers = read_headers(raw)
    if headers.automatic:
        return _log(line, InboundOutcome.AUTOMATIC, headers.automatic)
    if not _is_from(headers.sender, person):
        return _log(line, InboundOutcome.FORGED)
    line.person = person
    if not seasons_visible_to(person).filter(pk=season.pk).exists():
        return _log(line, InboundOutcome.STALE, "the season is hidden from the person")
    text = _text(raw)
    key = new_key(raw, headers=headers, local_part=local, text=text, now=now)
    if not key:
        return _log(line, InboundOutcome.DUPLICATE)
    if headers.may_be_automatic and not season_replies.read_command(text, name=person.name)[0]:
        return _log(line, InboundOutcome.AUTOMATIC, SUPPRESS)
    with translation.override(person.language), timezone.override(person.zone):
        work = partial(
            season_replies.answer_reply,
            season=season,
            person=person,
            headers=headers,
            text=text,
            for_good=is_to_leave(local),
            key=key,
            now=now,
        )
        return _answer_once(work, key, line)


def _answer_once(work: Callable[[], InboundOutcome], key: str, line: InboundMail) -> Received:
    """Carry out a reply and answer it, with the line that makes a copy a duplicate."""
    line.key = key
    try:
        with transaction.atomic():
            return replace(_log(line, work()), answered=True)
    except IntegrityError:
        return _duplicate(line)


def _text(raw: bytes) -> str | None:
    """The text of a message; None where it is too much to be read."""
    if len(raw) > MAX_BYTES:
        return None
    try:
        return text_of(raw)
    except TooManyParts:
        return None


def _answer(
    text: str | None,
    headers: Headers,
    address: ReplyAddress,
    decision: int,
    key: str,
    line: InboundMail,
) -> Received:
    """Play, write the answer, and store it with the line that makes a copy a duplicate.

    Killed between the move and the line, the next copy finds the move by its key and answers it.
    """
    person, seat = address.person, address.seat
    with translation.override(person.language), timezone.override(person.zone):
        if text is None:
            result = _too_large()
        else:
            result = play_and_say(
                seat=seat,
                person=person,
                decision=decision,
                lines=lines_above_quote(text),
                key=key,
                now=line.at,
            )
    if headers.may_be_automatic and not result.legible:
        return _log(line, InboundOutcome.AUTOMATIC, SUPPRESS)
    answer = write_move_answer(
        result, seat=seat, person=person, key=key, message_id=headers.message_id, now=line.at
    )
    return _store(answer, result, key, line)


def _say(
    text: str | None, headers: Headers, address: ReplyAddress, key: str, line: InboundMail
) -> Received:
    """Post the text at the table, which needs no answer; a refusal is answered.

    The message is stored with the line that makes a copy a duplicate.
    """
    person, seat = address.person, address.seat
    with translation.override(person.language), timezone.override(person.zone):
        try:
            if text is None:
                result = _too_large()
            else:
                with transaction.atomic():
                    say_by_mail(seat=seat, person=person, text=text, now=line.at)
                    line.key = key
                    return _log(line, InboundOutcome.SAID)
        except IntegrityError:
            return _duplicate(line)
        except Refused as refusal:
            headline = _("Your message was not posted at the table.")
            result = InboundResult(InboundOutcome.UNSAID, headline, reason=str(refusal))
    if headers.may_be_automatic:
        return _log(line, InboundOutcome.AUTOMATIC, SUPPRESS)
    answer = write_talk_answer(
        result, seat=seat, person=person, key=key, message_id=headers.message_id, now=line.at
    )
    return _store(answer, result, key, line)


def _store(answer: Answer, result: InboundResult, key: str, line: InboundMail) -> Received:
    line.key = key
    try:
        with transaction.atomic():
            answered = answer.lock_seat() and answer.mail is not None
            if line.address and not ReplyAddress.objects.filter(pk=line.address.pk).exists():
                line.address = None  # it went with the seat
            outcome = _log(line, result.outcome, result.detail)
            if answered:
                answer.store()
                ask_on_commit(SEND_TASK)
    except IntegrityError:
        return _duplicate(line)
    return Received(outcome.outcome, outcome.detail, answered=answered)


def _duplicate(line: InboundMail) -> Received:
    """Log a message of which a copy was quicker by a moment, and has been acted upon."""
    line.pk, line.key = None, None
    return _log(line, InboundOutcome.DUPLICATE)


def _too_large() -> InboundResult:
    return InboundResult(
        InboundOutcome.TOO_LARGE,
        _("Your email was too large to read, so nothing was done."),
        reason=_("Leave out any attachments and the quoted email."),
        legible=False,
    )


def _is_from(sender: str, person: Person) -> bool:
    """Whether a message comes from a person: one of their verified addresses wrote it."""
    if not sender or not person.is_active:
        return False
    known = EmailAddress.objects.filter(user=person, email__iexact=sender, verified=True)
    return known.exists()


def _log(line: InboundMail, outcome: InboundOutcome, detail: str = "") -> Received:
    line.outcome, line.detail = outcome, detail
    line.save(force_insert=True)
    return Received(outcome, detail)


def _local_part(recipient: str) -> str:
    """The local part of an address in our domain, in lower case, or ""."""
    local, _at, domain = recipient.strip().strip("<>").lower().rpartition("@")
    return local if domain == settings.MAIL_DOMAIN.lower() else ""
