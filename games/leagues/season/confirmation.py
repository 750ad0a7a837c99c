"""Players confirm before the draw that they play; the silent go to the reserve list.

They are asked three days before registration closes, and reminded a day before. Nobody is asked
with less than two days to answer, nor where registration was open for less than a week.

Entering the season after that counts as confirmation, whether somebody registers, or a director
approves, admits or reinstates them. Bot accounts get no mail and need not confirm. People on
the reserve list confirm, too: without it they get no place at the draw.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season import recipients
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import is_silent, willing_reserves
from games.leagues.selectors import entries_in
from games.people.models import Person
from games.people.sanctions import is_suspended

ASKED_BEFORE: Final = timedelta(days=3)
LEAST_NOTICE: Final = timedelta(days=2)
REMINDED_BEFORE: Final = timedelta(days=1)
SHORTEST_REGISTRATION: Final = timedelta(days=7)
"""Who registered for a shorter one has only just said that they play."""


def asks_to_confirm(season: Season) -> bool:
    """Whether the players of a season are asked, or will be, before its draw."""
    if not season.confirmation or season.drawn_at is not None:
        return False
    opens = max(season.registration_opens_at, season.announced_at or season.planned_at)
    asked = season.confirm_by is not None
    return asked or season.registration_closes_at - opens >= SHORTEST_REGISTRATION


def question_due(season: Season, now: datetime) -> str:
    """Return the notice that asks who has not confirmed, "confirm" or "remind"; "" for none now."""
    left = season.registration_closes_at - now
    if season.confirm_by is None:
        is_time = LEAST_NOTICE <= left <= ASKED_BEFORE
        return "confirm" if is_time and asks_to_confirm(season) else ""
    is_time = timedelta() < left <= REMINDED_BEFORE
    return "remind" if is_time and season.drawn_at is None and season.reminded_at is None else ""


@transaction.atomic
def ask_to_confirm(*, season: Season, now: datetime) -> None:
    """Ask everybody in a season to confirm before the draw, or remind them, if it is time."""
    locked = lock_season(season)
    what = question_due(locked, now)
    if what == "confirm":
        store(locked, confirm_by=locked.registration_closes_at)
    elif what == "remind":
        store(locked, reminded_at=now)
    else:
        return
    recipients.notify_entries(locked, unconfirmed(locked), what, now)


def unconfirmed(season: Season) -> QuerySet[Entry]:
    """Return the entries that are registered or on the reserve list and have not confirmed."""
    inside = entries_in(season, EntryStatus.REGISTERED, EntryStatus.RESERVE)
    return inside.filter(confirmed_at=None)


def count_as_confirmed(season: Season, entry: Entry, now: datetime) -> None:
    """Let an entry count as confirmed if people were asked already; the caller saves it."""
    if season.confirm_by is not None and entry.confirmed_at is None:
        entry.confirmed_at = now


def put_silent_on_reserve(season: Season, now: datetime) -> list[Entry]:
    """Put those who did not confirm on the reserve list, and tell them; return their entries.

    The list keeps the order of registration. The caller draws the season and holds its lock.
    """
    registered = unconfirmed(season).filter(status=EntryStatus.REGISTERED)
    silent = [entry for entry in registered if is_silent(season, entry, now)]
    for entry in silent:
        entry.status = EntryStatus.RESERVE
    Entry.objects.bulk_update(silent, ["status"])
    recipients.notify_entries(season, silent, "silent", now)
    return silent


def entry_to_confirm(season: Season, person: Person, now: datetime) -> Entry:
    """Return the entry that a person can confirm, or has confirmed.

    :raises Refused: if there is nothing to confirm, or the person may not play.
    """
    entry = season.entries.filter(person=person).first()
    if season.cancelled_at is not None:
        raise Refused(_("This season was cancelled."))
    if season.adjudicated_at is not None or now >= season.ends_at:
        raise Refused(_("This season is over, so there is nothing to confirm."))
    if entry is None or entry.status == EntryStatus.WITHDRAWN:
        raise Refused(_("You are not registered for this season, so there is nothing to confirm."))
    if entry.status == EntryStatus.PLAYING:
        raise Refused(_("You already play in this season, so there is nothing to confirm."))
    if season.confirm_by is None or entry.status == EntryStatus.ASKED:
        raise Refused(_("There is nothing to confirm now. If there is, you get an email."))
    if is_suspended(person, now=now):
        raise Refused(_("You are suspended and cannot play in this season."))
    return entry


@transaction.atomic
def confirm(*, season: Season, person: Person, now: datetime) -> Entry:
    """Confirm that a person plays; doing so twice changes nothing.

    After the draw, the person agrees to take over games of players who leave.

    :raises Refused: as `entry_to_confirm`.
    """
    locked = lock_season(season)
    entry = entry_to_confirm(locked, person, now)
    if entry.confirmed_at is None:
        stands_by = entry.stands_by or locked.drawn_at is not None
        store(entry, confirmed_at=now, stands_by=stands_by)
    return entry


def what_confirming_did(entry: Entry, now: datetime) -> str:
    """Return a sentence for a person who has confirmed."""
    if entry.status == EntryStatus.REGISTERED:
        return _("You have confirmed your place.")
    if entry.season.drawn_at is None:
        return _(
            "You have confirmed. You are on the reserve list, and play if a place becomes free."
        )
    waiting = [reserve.pk for reserve in willing_reserves(entry.season, now)]
    if entry.pk not in waiting:
        return _("You are on the reserve list.")
    return _(
        "The divisions have been drawn. You are number %(place)d on the reserve list: the first "
        "takes over the games of a player who leaves."
    ) % {"place": waiting.index(entry.pk) + 1}
