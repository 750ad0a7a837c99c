"""Moving the dates of a season that has been announced."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.locking import lock_season
from games.leagues.models import Season
from games.leagues.plan import SHORTEST, check_order
from games.leagues.reserve_list import fill_places

Change = tuple[datetime, datetime]


def movable(season: Season) -> list[str]:
    """Gets the names of the dates that can be moved still."""
    if season.announced_at is None or season.cancelled_at or season.adjudicated_at:
        return []
    dates = ["ends_at"]
    if season.started_at is None:
        dates.insert(0, "starts_at")
    if season.drawn_at is None:
        dates.insert(0, "registration_closes_at")
    return dates


@transaction.atomic
def move_dates(
    *, season: Season, dates: Mapping[str, datetime], now: datetime
) -> dict[str, Change]:
    """Moves dates of a season, by the names of its fields; gets those that changed: before, after.

    :raises Refused: if a date cannot be moved (any more), has passed, or their order would break,
        if an earlier last day comes too soon, or if nothing would change.
    """
    locked = lock_season(season)
    changed = check_dates(season=locked, dates=dates, now=now)
    for name, (_before, after) in changed.items():
        setattr(locked, name, after)
    locked.save(update_fields=list(changed))
    if "registration_closes_at" in changed:
        # Registration is open again: those who came too late come before those who come now.
        fill_places(locked, now)
    return changed


def check_dates(
    *, season: Season, dates: Mapping[str, datetime], now: datetime
) -> dict[str, Change]:
    """The dates that :func:`move_dates` would change: before, after.

    :raises Refused: as that does.
    """
    changed = {
        name: (before, after)
        for name, after in dates.items()
        if (before := getattr(season, name)) != after
    }
    if not changed:
        raise Refused(_("These are its dates already."))
    can_move = movable(season)
    for name, (_before, after) in changed.items():
        if name not in can_move:
            raise Refused(_why_fixed(season, name))
        if after <= now:
            raise Refused(_("A date that has passed is no date to move to. Choose later ones."))
    then = {name: after for name, (_before, after) in changed.items()}
    check_order(
        opens=season.registration_opens_at,
        closes=then.get("registration_closes_at", season.registration_closes_at),
        starts=then.get("starts_at", season.starts_at),
        ends=then.get("ends_at", season.ends_at),
    )
    if "ends_at" in changed:
        before, after = changed["ends_at"]
        if after < before and after - now < SHORTEST:
            raise Refused(
                _("An earlier last day leaves at least %(days)d days to play.")
                % {"days": SHORTEST.days}
            )
    return changed


def _why_fixed(season: Season, name: str) -> str:
    if season.announced_at is None:
        return _("This season is a plan still. Change the plan.")
    if season.adjudicated_at is not None:
        return _("This season is over.")
    if name == "registration_closes_at":
        return _("The divisions are drawn: registration is over.")
    return _("The games have begun.")
