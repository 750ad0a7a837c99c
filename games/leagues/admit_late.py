"""Letting somebody in from the reserve list."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.reserve_list import who_may_play
from games.leagues.substitutes import substitute


@transaction.atomic
def admit_late(
    *,
    season: Season,
    entry: Entry,
    replacing: Entry | None = None,
    now: datetime,
) -> Entry:
    """Lets somebody from the reserve list play.

    Before the divisions are drawn they simply play along. Afterwards they take over the unfinished
    games of ``replacing``, who has withdrawn.

    :raises Refused: if the entry is not on the reserve list, may begin no games, has not agreed to
        take over any, or nobody has withdrawn whose games could be taken over.
    """
    locked = lock_season(season)
    comes = Entry.objects.filter(season=locked, pk=entry.pk, status=EntryStatus.RESERVE).first()
    if comes is None:
        raise Refused(_("Only somebody on the reserve list can come in."))
    if locked.drawn_at is None:
        if not who_may_play([comes], now):
            raise Refused(_("This player may begin no games at present."))
        comes.status = EntryStatus.REGISTERED
        comes.save(update_fields=["status"])
        return comes
    if locked.adjudicated_at is not None:
        raise Refused(_("This season is over."))
    gone = (
        Entry.objects.filter(season=locked, pk=replacing.pk, status=EntryStatus.WITHDRAWN).first()
        if replacing
        else None
    )
    if gone is None:
        raise Refused(
            _(
                "The divisions are drawn. Choose a player who has withdrawn: the games of that one"
                " are taken over."
            )
        )
    substitute(season=locked, gone=gone, comes=comes, now=now)
    return comes
