"""Noting that standings have changed, so that nobody is shown what was kept of them before."""

from __future__ import annotations

from django.db.models import F, QuerySet

from games.leagues.models import Division


def standings_changed(divisions: QuerySet[Division]) -> None:
    """Counts the revision of some divisions up, in the transaction of what changed them."""
    divisions.update(revision=F("revision") + 1)
