"""The weekly summary of a season, for everybody in it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.leagues import mails
from games.leagues.locking import lock_season
from games.leagues.models import Season


@transaction.atomic
def sum_up(*, season: Season, now: datetime) -> None:
    """Tells everybody in a season how it stands; the runner does it once a week."""
    locked = lock_season(season)
    if locked.summed_up_at != season.summed_up_at:
        return
    locked.summed_up_at = now
    locked.save(update_fields=["summed_up_at"])
    mails.tell_summary(locked, now)
