"""Announcing a season, and calling one off."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.locking import lock_season
from games.leagues.models import Season


@transaction.atomic
def announce(*, season: Season, now: datetime) -> bool:
    """Makes a planned season public; gets whether it was not before.

    From now on it runs by itself. Who played in the league before gets a mail.

    :raises Refused: if it was called off, or registration would be over already.
    """
    locked = lock_season(season)
    if locked.announced_at is not None:
        return False
    if locked.registration_closes_at <= now:
        raise Refused(_("Registration would be over already. Choose later dates."))
    locked.announced_at = now
    locked.save(update_fields=["announced_at"])
    mails.tell_announced(locked, now)
    return True


@transaction.atomic
def cancel_season(*, season: Season, now: datetime) -> bool:
    """Calls off a season that has not started; gets whether it was not before.

    :raises Refused: if games have begun.
    """
    locked = Season.objects.select_for_update().get(pk=season.pk)
    if locked.cancelled_at is not None:
        return False
    if (
        locked.started_at is not None
        or locked.divisions.filter(season_games__game__isnull=False).exists()
    ):
        raise Refused(_("Its games have begun: a season that runs is played to its end."))
    locked.cancelled_at = now
    locked.save(update_fields=["cancelled_at"])
    return True
