"""Deciding about those who have asked to play in a season that admits by approval."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.register import status_of_newcomer
from games.leagues.reserve_list import who_may_play


@transaction.atomic
def approve(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Lets somebody in who has asked: registered, or on the reserve list once there is no place.

    :raises Refused: if they do not ask (any more), may begin no games, or the season is over.
    """
    locked = lock_season(season)
    found = _asking(locked, entry)
    if locked.adjudicated_at is not None:
        raise Refused(_("This season is over."))
    if not who_may_play([found], now):
        raise Refused(_("This player may begin no games."))
    found.status = status_of_newcomer(locked, now)
    found.save(update_fields=["status"])
    mails.tell_registered(found, now)
    return found


@transaction.atomic
def decline(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Refuses somebody who has asked, for this season.

    :raises Refused: if they do not ask (any more).
    """
    found = _asking(lock_season(season), entry)
    found.status = EntryStatus.WITHDRAWN
    found.withdrawn_at = found.declined_at = now
    found.save(update_fields=["status", "withdrawn_at", "declined_at"])
    return found


def _asking(season: Season, entry: Entry) -> Entry:
    asking = season.entries.filter(pk=entry.pk, status=EntryStatus.ASKED)
    found = asking.select_related("person").first()
    if found is None:
        raise Refused(_("This player does not ask to play (any more)."))
    return found
