"""Deliver stored mails, byte for byte as they were stored, and record what the server said.

Decision 2 says why.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction

from games.common import sql
from games.common.work import MAILS
from games.notifications import leases
from games.notifications.eligibility import (
    deliverable_address,
    is_kept_for_another_mail,
    is_mail_eligible,
)
from games.notifications.leases import KeepAlive, stay_alive
from games.notifications.mail import digest
from games.notifications.mail.account_mails import next_account_mail, record_account_mail
from games.notifications.mail.bounces import clear_rejections, record_rejection
from games.notifications.mail.rejections import Rejection, Verdict
from games.notifications.mail.sending import Connections
from games.notifications.models import (
    AccountMail,
    DeliveryStatus,
    Mail,
    Notice,
    NotificationPreferences,
)
from games.notifications.preferences import DIGEST, preferences_of
from games.notifications.retry_delays import FIRST_WAIT, backoff
from games.tables.models import Seat

logger = logging.getLogger(__name__)

GIVE_UP_AFTER = timedelta(days=4)
LEAST_ATTEMPTS: Final = 8
"""A mail is not given up before: most of the days may have been an outage of ours. Eight attempts
take ten minutes at the least, longer than greylisting asks for."""
FIRST_LONG_WAIT: Final = timedelta(minutes=2)
"""The first wait after what is not over in seconds, or holds up a connection for long."""


ENOUGH_HUNG: Final = 4
"""Mails in a row over which the server fell silent: it is away."""
WAITS: Final = (0.5, 2.0, 5.0)
"""Seconds between the attempts to write down what came of a mail."""


@dataclass(slots=True)
class RunCounts:
    """Counts of one run: mails written, mails that the server took, mails that it did not.

    ``account_mails`` are those about accounts that it took, which are not among the others.
    ``away`` says that the mail server, or the database, could not be reached in the end; ``full``
    that it wrote or sent as many as one run may.
    """

    written: int = 0
    sent: int = 0
    unsent: int = 0
    account_mails: int = 0
    away: bool = False
    full: bool = False


def deliver_account_mails(*, now: datetime, alive: KeepAlive = stay_alive) -> int:
    """Send the mails about accounts that are due; return how many the server took."""
    counts = RunCounts()
    deliver_due(counts, now=now, limit=0, alive=alive)
    return counts.account_mails


def deliver_due(
    counts: RunCounts, *, now: datetime, limit: int, alive: KeepAlive = stay_alive
) -> None:
    """Send stored mails that are due: those that were never tried first, then oldest first.

    Mails about accounts go before them, and are not limited. No mail is begun after the time of the
    run, so that nobody kills a sender in the middle of one.
    """
    began = time.monotonic()
    left, hung = limit, 0
    with Connections() as lanes:
        while True:
            moment = now + timedelta(seconds=int(time.monotonic() - began))
            mail: Mail | AccountMail | None = None
            if alive() and not counts.away and not lanes.full:
                try:
                    # A code waits for one mail at most, not for a hundred.
                    mail = next_account_mail(moment)
                    if mail is None and left > 0:
                        mail = _next_mail(moment)
                        left -= mail is not None
                except (OperationalError, InterfaceError):
                    if connection.in_atomic_block:
                        raise
                    # Mails on their way are settled first; the next run goes on.
                    logger.exception("The database is away: no more mail is taken up.")
                    counts.away = True
            if mail is not None:
                lanes.send(mail)
            elif not lanes.busy:
                return
            for done, rejection in lanes.results(waits=mail is None):
                _retry_while_database_is_away(partial(_settle, counts, done, rejection, moment))
                # A recipient who hangs is one; a whole row of them is the server.
                hung = hung + 1 if rejection and rejection.hangs else 0
                server_is_away = bool(rejection and rejection.server_is_away)
                counts.away = counts.away or server_is_away or hung >= ENOUGH_HUNG


def _retry_while_database_is_away(write: Callable[[], None]) -> None:
    """Call ``write``, and try again while the database is away for a moment.

    A mail that was taken and is not marked would be sent once more.
    """
    for wait in WAITS:
        try:
            return write()
        except (OperationalError, InterfaceError):
            if connection.in_atomic_block:
                raise
            logger.exception("What came of a mail could not be written down; trying again.")
            connection.close_if_unusable_or_obsolete()
            time.sleep(wait)
    return write()


def _settle(
    counts: RunCounts, mail: Mail | AccountMail, rejection: Rejection | None, now: datetime
) -> None:
    """Record and count the outcome of a mail."""
    if isinstance(mail, AccountMail):
        record_account_mail(mail, rejection, now)
        counts.account_mails += rejection is None
    elif rejection is None:
        _mark_sent(mail, now)
        counts.sent += 1
    else:
        _mark_refused(mail, rejection, now)
        counts.unsent += 1


def clear_old_mails(*, now: datetime) -> int:
    """Clear the text of mails that are done with and old, as they tell hands; return how many."""
    age = timedelta(days=settings.KEEP_TEXT_DAYS)
    old = Mail.objects.filter(created_at__lt=now - age).exclude(source=b"")
    return old.exclude(status=DeliveryStatus.PENDING).update(source=b"")


def _next_mail(now: datetime) -> Mail | None:
    """Take the next mail that is due and still true, for this sender alone.

    That commits before anything is sent: no row is locked while a mail server thinks.
    """
    waiting = Mail.objects.order_by("attempts", "created_at", "pk")
    while mail := leases.take_next(waiting, lease=MAILS.lease, now=now, load=_mails.first):
        if _is_true(mail, now):
            return mail
    return None


_mails: Final = sql.PreparedQuery(
    lambda pk: Mail.objects.filter(pk=pk).select_related("person", "game")
)
_notices: Final = sql.PreparedQuery(lambda mail: Notice.objects.filter(mail=mail))
_seats_of: Final = sql.PreparedQuery(
    lambda game, person: Seat.objects.filter(game=game, person=person).select_related("game")
)


@transaction.atomic
def _is_true(mail: Mail, now: datetime) -> bool:
    """Whether a mail may still leave; one that may not is dropped."""
    notices = _notices.rows(mail.pk)
    for notice in notices:
        notice.person = mail.person
    seats = _seats(mail, notices)
    preferences = preferences_of(mail.person)
    reached = deliverable_address(mail.person, topic=mail.topic) == mail.recipient
    if reached and _holds(mail, notices, seats, preferences, now):
        return True
    left = [
        one.pk
        for one in notices
        if is_kept_for_another_mail(one, seats.get(one.game_id), preferences)
    ]
    Notice.objects.filter(pk__in=left).update(mail=None)
    _finish(mail, DeliveryStatus.DROPPED)
    return False


def _seats(mail: Mail, notices: Iterable[Notice]) -> dict[int | None, Seat]:
    """The seats of the reader of a mail, by the games that it tells of."""
    games = {notice.game_id for notice in notices} | {mail.game_id}
    if len(games) == 1 and mail.game_id:
        return {seat.game_id: seat for seat in _seats_of.rows(mail.game_id, mail.person_id)}
    rows = Seat.objects.filter(person_id=mail.person_id, game__in=games - {None})
    return {seat.game_id: seat for seat in rows.select_related("game")}


def _holds(
    mail: Mail,
    notices: Sequence[Notice],
    seats: Mapping[int | None, Seat],
    preferences: NotificationPreferences,
    now: datetime,
) -> bool:
    if mail.topic == digest.DIGEST_TOPIC:
        return preferences.wants(DIGEST) and now - mail.created_at < digest.USEFUL_FOR
    if mail.answer:
        # An answer tells the hand: not to a person who has lost the seat since.
        return mail.game_id is None or mail.game_id in seats
    return is_mail_eligible(notices, seats.get(mail.game_id), preferences)


def _mark_sent(mail: Mail, now: datetime) -> None:
    with transaction.atomic():
        mail.sent_at, mail.error = now, ""
        _finish(mail, DeliveryStatus.SENT)
        if mail.attempts > 1:
            clear_rejections(mail=mail)


def _mark_refused(mail: Mail, rejection: Rejection, now: datetime) -> None:
    with transaction.atomic():
        dead = record_rejection(mail=mail, verdict=rejection.verdict, code=rejection.code, now=now)
        old = now - mail.created_at > GIVE_UP_AFTER and mail.attempts >= LEAST_ATTEMPTS
        if dead or old:
            mail.error = rejection.text
            _finish(mail, DeliveryStatus.FAILED)
            return
        passing = rejection.verdict == Verdict.PASSING and not rejection.hangs
        wait = backoff(mail.attempts, first=FIRST_WAIT if passing else FIRST_LONG_WAIT)
        Mail.objects.filter(pk=mail.pk).update(next_attempt_at=now + wait, error=rejection.text)


def _finish(mail: Mail, status: DeliveryStatus) -> None:
    mail.status, mail.next_attempt_at = status, None
    sql.update([mail], "status", "next_attempt_at", "sent_at", "error")
    Notice.objects.filter(mail=mail).update(status=status)
