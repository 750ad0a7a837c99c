"""Lock the row of a season until the transaction ends."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.leagues.models import Season


def lock_season(season: Season) -> Season:
    """Lock the row of a season until the transaction ends, and return its present state.

    :raises Refused: if the season was cancelled.
    """
    locked = (
        Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season.pk)
    )
    if locked.cancelled_at is not None:
        raise Refused(_("This season was cancelled."))
    return locked
