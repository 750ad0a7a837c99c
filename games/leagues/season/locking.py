"""Lock the row of a season, and store columns of a row."""

from __future__ import annotations

from django.db.models import Model
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


def store(row: Model, **values: object) -> None:
    """Set columns of a row, and save these alone."""
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
