"""Whether a notice is still relevant, and whether its person wants it and can be reached."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress

from games.common import sql
from games.common.dates import parse_stamp, stamp
from games.notifications import registry
from games.notifications.models import Notice, NoticeKind, NotificationPreferences
from games.notifications.preferences import TURN_KINDS
from games.people.models import Person
from games.tables.models import GameStatus, Seat

DECISION_KINDS = frozenset(TURN_KINDS)
# The topic of what is decided about a person.
ACCOUNT_TOPIC = "moderation"
PAUSE_CHECKED_AFTER: Final = timedelta(hours=1)
# These follow from the log itself; every other kind is rendered by the package that registered it.
LOG_KINDS = DECISION_KINDS | {NoticeKind.STARTED, NoticeKind.OVER}


_verified: Final = sql.PreparedValues(
    lambda person: EmailAddress.objects.filter(user=person, verified=True).values_list("email")
)


def deliverable_address(person: Person, *, topic: str = "") -> str | None:
    """The address that mail may go to: verified, not bounced, of an active person.

    Banned people hear that, and why: the ``topic`` of such mail reaches closed accounts too.
    """
    if person.mail_bounced or not (person.is_active or topic == ACCOUNT_TOPIC):
        return None
    verified = {address.lower() for (address,) in _verified.rows(person.pk)}
    return person.email if person.email.lower() in verified else None


def address_for_notices(person: Person, *, topic: str = "") -> str | None:
    """The address that notices may go to: none of a bot account, but for what is decided about it.

    A program reads the API, and its operator wants no mail about each of its turns.
    """
    if person.is_bot_account and topic != ACCOUNT_TOPIC:
        return None
    return deliverable_address(person, topic=topic)


def is_eligible(notice: Notice, seat: Seat | None, preferences: NotificationPreferences) -> bool:
    """Whether a notice is still to be sent by mail to a person with these preferences."""
    return preferences.wants(notice.kind) and still_holds(notice, seat)


def still_holds(notice: Notice, seat: Seat | None, *, public: bool = False) -> bool:
    """Whether a notice is still true for its person, who sits in ``seat`` of its game.

    ``public`` is for channels where others may read.
    """
    if seat is not None and seat.muted:
        return False
    if notice.kind not in LOG_KINDS:
        return registry.is_relevant(notice, seated=seat is not None)
    if seat is None or is_outdated_reminder(notice, seat):
        return False
    if notice.kind in DECISION_KINDS:
        # One that holds a move has decided; others, who may read a webhook, cannot know it.
        decided = seat.held_until is not None and not public
        return seat.decision == notice.decision and not decided
    if notice.kind == NoticeKind.STARTED:
        return seat.game.status == GameStatus.RUNNING
    return True


def is_outdated_reminder(notice: Notice, seat: Seat | None) -> bool:
    """Whether a notice is a reminder of a deadline that has moved since."""
    due = notice.data.get("due") if notice.kind == NoticeKind.REMINDER else None
    return bool(due and seat and (seat.due_at is None or stamp(seat.due_at) != due))


def planned_again(notice: Notice, seat: Seat | None, now: datetime) -> datetime | None:
    """The time for an outdated reminder: as long before the new deadline as before the old one.

    While the game is paused it waits. None where nobody needs it: the turn is over, it was about
    quiet hours, or the clock itself reminds again.
    """
    if seat is None or not is_outdated_reminder(notice, seat):
        return None
    if notice.decision != seat.decision or seat.reminders < notice.data.get("reminders", math.inf):
        return None
    if seat.due_at is None:
        return now + PAUSE_CHECKED_AFTER
    return notice.not_before + (seat.due_at - parse_stamp(notice.data["due"]))


def is_mail_eligible(
    notices: Sequence[Notice], seat: Seat | None, preferences: NotificationPreferences
) -> bool:
    """Whether a stored mail may still go out.

    One that asks for a decision falls with that decision, whatever else it tells: the mail about
    the next decision tells it all, and what it would not tell waits for it
    (:func:`is_kept_for_another_mail`).
    """
    if any(is_outdated_reminder(notice, seat) for notice in notices):
        return False
    if any(notice.kind == NoticeKind.OVER for notice in notices):
        return seat is not None and not seat.muted
    deciding = [notice for notice in notices if notice.kind in DECISION_KINDS]
    return any(is_eligible(notice, seat, preferences) for notice in deciding or notices)


def is_kept_for_another_mail(
    notice: Notice, seat: Seat | None, preferences: NotificationPreferences
) -> bool:
    """Whether a notice waits for another mail when its own is dropped unsent."""
    if is_outdated_reminder(notice, seat):
        return True
    asks = notice.kind not in LOG_KINDS or notice.kind in DECISION_KINDS
    return asks and is_eligible(notice, seat, preferences)
