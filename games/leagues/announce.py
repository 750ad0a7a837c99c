"""Announcing a season, and calling one off."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.directing import require_director
from games.leagues.locking import lock_season
from games.leagues.models import Season
from games.people.models import Person


@transaction.atomic
def announce(*, season: Season, director: Person, now: datetime) -> Season:
    """Makes a planned season public. From now on it runs by itself.

    Who played in the league before gets a mail. Announcing twice changes nothing more.

    :raises Refused: if another person asks, or registration would be over already.
    """
    require_director(director, season.league)
    locked = lock_season(season)
    if locked.announced_at is not None:
        return locked
    if locked.registration_closes_at <= now:
        raise Refused(_("Registration would be over already. Choose later dates."))
    locked.announced_at = now
    locked.save(update_fields=["announced_at"])
    mails.tell_announced(locked, now)
    return locked


@transaction.atomic
def cancel_season(*, season: Season, director: Person, now: datetime) -> Season:
    """Calls off a season that has not started. Cancelling twice changes nothing more.

    :raises Refused: if another person asks, or games have begun.
    """
    require_director(director, season.league)
    locked = Season.objects.select_for_update().get(pk=season.pk)
    if locked.cancelled_at is not None:
        return locked
    if (
        locked.started_at is not None
        or locked.divisions.filter(season_games__game__isnull=False).exists()
    ):
        raise Refused(_("Its games have begun: a season that runs is played to its end."))
    locked.cancelled_at = now
    locked.save(update_fields=["cancelled_at"])
    if locked.announced_at is not None:
        mails.tell_cancelled(locked, now)
    return locked
